import { expect, test } from 'vitest'
import { approvals } from './approvals.ts'
import { documentActCalls, reason } from './documents/acts.ts'
import { writtenText } from './fields.ts'
import { massive } from './massive/massive.ts'
import { me } from './me/me.ts'
import { undo } from './processes/undo.ts'

test('a written text loses control and bidi characters, and keeps its lines, accents and emoji', () => {
  const hidden = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u0007\u001b\u0085'
  expect(writtenText.parse(` pa${hidden}gado `)).toBe('pagado')
  for (const kept of ['dos\nlíneas\tcon tabulación', 'Ñandú, ação', '👩‍🏭', 'שלום'])
    expect(writtenText.parse(kept)).toBe(kept)
  expect(reason.safeParse('\u202e\u202e\u202e').success).toBe(false)
})

test('reasons, labels, comments and names of files are written texts', () => {
  const turned = 'recibo\u202efdp'
  const { shape: sent } = massive.create.input
  const fields = [
    reason,
    documentActCalls.change.input.shape.etiqueta,
    me.sign.input.shape.comment,
    undo.undo.input.shape.motivo,
    approvals.decide.input.shape.motivo,
    sent.etiqueta,
    sent.archivo,
  ]
  expect(fields.map((field) => field.parse(turned))).toEqual(fields.map(() => 'recibofdp'))
})
