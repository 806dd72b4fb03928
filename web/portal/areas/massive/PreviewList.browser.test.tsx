import { createRef } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MassiveItem } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import massive from '#locales/es/massive.json' with { type: 'json' }
import { data, serve, show } from '#web/testing/render.tsx'
import { PreviewList } from './PreviewList.tsx'

const jorge = {
  id: 12,
  nombre: 'Ledesma, Jorge Omar',
  cuil: '20287145366',
  legajo: '00412',
  cargo: 'Autoelevadorista',
  lugar: 'Planta Pilar',
  correo: true,
  iguales: ['nombre' as const],
  distintos: [],
}
const wrongDigit: MassiveItem = {
  id: 1,
  grupo: 'digito_incorrecto',
  situacion: 'open',
  paginas: [5],
  archivo: null,
  leido_por: 'text',
  confianza: null,
  id_leido: '20287145636',
  nombre_leido: 'LEDESMA JORGE OMAR',
  colaborador: null,
  sugerencia: jorge,
  indicios: [],
  ids_de_nadie: [],
  falla: null,
  decision: null,
  decidido_por: null,
}
const nobody: MassiveItem = {
  ...wrongDigit,
  id: 2,
  grupo: 'sin_id',
  paginas: [8],
  id_leido: null,
  nombre_leido: null,
  sugerencia: null,
}
const publication = { id: 7, grupos: [] } as unknown as MassivePublication

async function review(): Promise<void> {
  serve(({ path }) =>
    path.endsWith('.png') || path.includes('pagina')
      ? new Response(null, { status: 404 })
      : data([wrongDigit, nobody], { total: 2, page: 1, perPage: 50 }),
  )
  const none = () => undefined
  await show(
    <div style={{ display: 'flex', height: 600 }}>
      <PreviewList
        publication={publication}
        group="por_resolver"
        place={{ at: 0, moves: 0 }}
        onMove={none}
        onPoint={none}
        onFocused={none}
        busy={new Set()}
        onAct={none}
        onPage={none}
        search={createRef()}
        keys
      />
    </div>,
    '/',
    { massive },
  )
}

test('a receipt of the review is named by what is wrong, what was read, the proposed person and the page', async () => {
  await review()
  await expect
    .element(
      page.getByRole('article', {
        name: 'Dígito incorrecto. Se leyó 20-28714563-6. Ledesma, Jorge Omar. p. 5',
      }),
    )
    .toBeVisible()
  await expect
    .element(page.getByRole('article', { name: 'Sin CUIL. Sin identificación. p. 8' }))
    .toBeVisible()
})

test('the id is read aloud whole, though the digits that differ are marked', async () => {
  await review()
  const read = page.getByRole('img', { name: '20-28714563-6', exact: true })
  await expect.element(read).toBeVisible()
  expect(read.element().querySelectorAll('mark').length).toBeGreaterThan(0)
})

test('buttons name the act and its receipt once, and no two are called alike', async () => {
  await review()
  await expect
    .element(page.getByRole('button', { name: 'Asignar a Ledesma, Jorge Omar', exact: true }))
    .toBeVisible()
  const names = page
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(names).toContain('Ver la página: p. 5')
  // Where the page isn't beside the list, its button is the first of the row in hand.
  expect(names).toContain('Ver el recibo: Ledesma, Jorge Omar')
  expect(names).toContain('Ver la página: p. 8')
  expect(new Set(names).size).toBe(names.length)
})
