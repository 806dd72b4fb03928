import { type MailEvent, mailEvents } from '#contract/mails.ts'
import type { RichDocument } from '#contract/rich-text.ts'
import { composeMail, type OwnMail } from '#server/shared/mail/compose.ts'
import { exampleVariables } from '#server/shared/mail/words.ts'

/**
 * Composing every mail of the registry, in both languages, with a company's own words, picture and colours against the
 * standard words, in turn: milliseconds a mail, the median of the rounds. Aim: a ratio of at most 1.2. The own text has
 * as many paragraphs as the standard one, and every mark: a longer text costs more, whoever wrote it.
 *
 * ROUNDS: times that all mails are composed each way.
 */
const rounds = Number(process.env['ROUNDS'] ?? 200)

const config = { publicUrl: 'https://legajo.example' }
const now = new Date('2026-11-04T15:00:00Z')
const events = Object.keys(mailEvents) as MailEvent[]

const none: OwnMail = {
  subject: null,
  title: null,
  body: null,
  button_text: null,
  footer: null,
  colours: null,
  picture: null,
}

/** A text with every mark, of the length of the standard ones. */
const marked: RichDocument = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Buenos días, ' },
        { type: 'variable', attrs: { name: 'nombre' } },
        { type: 'text', text: ':' },
      ],
    },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Lo que sigue es ', marks: [{ type: 'italic' }] },
        { type: 'text', text: 'importante', marks: [{ type: 'bold' }, { type: 'underline' }] },
        { type: 'hardBreak' },
        {
          type: 'text',
          text: 'la política',
          marks: [{ type: 'link', attrs: { href: 'https://austral.example/politica' } }],
        },
      ],
    },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Desde el teléfono' }] }],
        },
      ],
    },
  ],
}

function ownOf(event: MailEvent): OwnMail {
  const look = {
    picture: 'A'.repeat(22),
    colours: { primario: '#8c1d2f', secundario: '#ffffff', titulo: '#8c1d2f' },
  }
  if (mailEvents[event].security)
    return { ...none, ...look, body: { type: 'doc', content: (marked.content ?? []).slice(0, 1) } }
  return {
    ...look,
    subject: 'Hola, {{nombre}}',
    title: 'Una novedad de {{empresa}}',
    body: marked,
    button_text: 'Verlo',
    footer: 'Recursos Humanos de {{empresa}}, interno 214.',
  }
}

const mails = events.flatMap((event) =>
  (['es', 'pt'] as const).map((language) => ({
    link: mailEvents[event].link,
    mail: {
      event,
      language,
      variables: exampleVariables(event, language, { nombre: 'Jorge', now }),
      subject_kind: null,
      subject_id: null,
      company: 1,
      name: 'Austral Alimentos',
      logo_file_id: 1,
      logo_set_at: now,
      colour_primary: '#0f5c6e',
      colour_secondary: null,
      colour_active: null,
      colour_title: null,
      icon_text: null,
      username: 'jorge_ledesma',
      isTest: false,
    },
    own: ownOf(event),
  })),
)

/** Milliseconds in which all mails are composed. */
async function composeAll(hasOwn: boolean): Promise<number> {
  const from = performance.now()
  for (const { mail, link, own } of mails) {
    const secret = () => (link === 'code' ? '418302' : 'https://legajo.example/e/')
    await composeMail(
      config,
      { ...mail, own: hasOwn ? own : none },
      {
        invitation: null,
        secret,
      },
    )
  }
  return performance.now() - from
}

const times = { standard: [] as number[], own: [] as number[] }
for (let round = -20; round < rounds; round++) {
  // In turn, and each first half of the time.
  const order = round % 2 === 0 ? (['standard', 'own'] as const) : (['own', 'standard'] as const)
  for (const way of order) {
    const taken = await composeAll(way === 'own')
    if (round >= 0) times[way].push(taken / mails.length)
  }
}
const [standard, own] = [median(times.standard), median(times.own)]
console.log(
  `${mails.length} mails: ${standard.toFixed(3)} ms each with the standard words, ${own.toFixed(3)} ms with the company’s, ratio ${(own / standard).toFixed(2)} (aim ≤ 1.2)`,
)

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
