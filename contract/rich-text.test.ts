import { describe, expect, test } from 'vitest'
import {
  documentFault,
  documentOf,
  inlineOf,
  isLinkAllowed,
  lineFault,
  lineOf,
  showsOtherAddress,
} from './rich-text.ts'

const variables = ['nombre', 'empresa']
const faultOf = (...content: unknown[]) =>
  documentFault({ type: 'doc', content }, { variables, links: true, letters: 4000 })?.code ?? null
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const words = (text: string, ...marks: unknown[]) => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})
const link = (href: unknown) => ({ type: 'link', attrs: { href } })

describe('a line', () => {
  const codeOf = (text: string) => lineFault(text, variables, 60)?.code ?? null
  test.each([
    ['Hola, {{nombre}}', null],
    ['Precio {1} y } suelta', null],
    ['', 'SYSTEM_API_PARAMETER_REQUIRED'],
    ['   ', 'SYSTEM_API_PARAMETER_REQUIRED'],
    ['Hola\r\nBcc: otro@correo.example', 'MAIL_LINE_BREAK'],
    ['Hola\nnada', 'MAIL_LINE_BREAK'],
    ['Hola\u2028nada', 'MAIL_LINE_BREAK'],
    ['Hola \u202eodatse', 'TEXT_HIDDEN_CHARACTER'],
    ['Hola \u200bnada', 'TEXT_HIDDEN_CHARACTER'],
    ['Hola \u0007', 'TEXT_HIDDEN_CHARACTER'],
    ['Hola {{nombre', 'MAIL_BRACES_OPEN'],
    ['Hola nombre}}', 'MAIL_BRACES_OPEN'],
    ['{{nombre}} {{', 'MAIL_BRACES_OPEN'],
    ['{{{nombre}}}', 'MAIL_BRACES_OPEN'],
    ['{{vence}}', 'MAIL_VARIABLE_UNKNOWN'],
    ['{{ nombre }}', 'MAIL_VARIABLE_UNKNOWN'],
    ['{{constructor}}', 'MAIL_VARIABLE_UNKNOWN'],
    ['a'.repeat(61), 'TEXT_TOO_LONG'],
  ])('%j is %s', (text, code) => expect(codeOf(text)).toBe(code))
})

describe('a text', () => {
  test('may have every mark of the list', () => {
    expect(
      faultOf(
        paragraph(
          words('Hola, ', { type: 'bold' }),
          { type: 'variable', attrs: { name: 'nombre' } },
          { type: 'hardBreak' },
          words('acá', { type: 'italic' }, { type: 'underline' }, link('https://austral.example/licencias')),
        ),
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [
                paragraph(words('uno')),
                { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(words('dos'))] }] },
              ],
            },
          ],
        },
      ),
    ).toBeNull()
  })

  const deep = (levels: number): unknown =>
    levels === 0
      ? paragraph(words('x'))
      : { type: 'bulletList', content: [{ type: 'listItem', content: [deep(levels - 1)] }] }
  test.each([
    ['a script', [{ type: 'script', content: [words('alert(1)')] }], 'TEXT_PART_UNKNOWN'],
    [
      'a picture',
      [paragraph({ type: 'image', attrs: { src: 'https://a.example/x.png' } })],
      'TEXT_PART_UNKNOWN',
    ],
    ['a heading', [{ type: 'heading', attrs: { level: 1 }, content: [words('x')] }], 'TEXT_PART_UNKNOWN'],
    ['markup', [paragraph(words('x', { type: 'textStyle', attrs: { color: 'red' } }))], 'TEXT_PART_UNKNOWN'],
    [
      'an attribute',
      [{ type: 'paragraph', attrs: { style: 'x' }, content: [words('x')] }],
      'TEXT_PART_UNKNOWN',
    ],
    ['words outside a paragraph', [words('x')], 'TEXT_PART_UNKNOWN'],
    ['a list of paragraphs', [{ type: 'bulletList', content: [paragraph(words('x'))] }], 'TEXT_PART_UNKNOWN'],
    ['numbers in place of words', [paragraph({ type: 'text', text: 7 })], 'TEXT_PART_UNKNOWN'],
    ['no list of parts', [{ type: 'paragraph', content: 'x' }], 'TEXT_PART_UNKNOWN'],
    [
      'another’s variable',
      [paragraph({ type: 'variable', attrs: { name: 'vence' } })],
      'MAIL_VARIABLE_UNKNOWN',
    ],
    ['a variable in words', [paragraph(words('{{vence}}'))], 'MAIL_VARIABLE_UNKNOWN'],
    ['an open variable', [paragraph(words('{{nombre'), words('}}', { type: 'bold' }))], 'MAIL_BRACES_OPEN'],
    ['a hidden letter', [paragraph(words('a\u202eb'))], 'TEXT_HIDDEN_CHARACTER'],
    ['a line break in words', [paragraph(words('a\nb'))], 'TEXT_HIDDEN_CHARACTER'],
    ['nothing', [paragraph()], 'SYSTEM_API_PARAMETER_REQUIRED'],
    ['blanks', [paragraph(words('  '))], 'SYSTEM_API_PARAMETER_REQUIRED'],
    ['4,001 letters', [paragraph(words('a'.repeat(4001)))], 'TEXT_TOO_LONG'],
    ['1,600 parts', [paragraph(...Array.from({ length: 1600 }, () => words('a')))], 'TEXT_TOO_MANY_PARTS'],
    ['lists too deep', [deep(4)], 'TEXT_TOO_MANY_PARTS'],
    ['a javascript link', [paragraph(words('x', link('javascript:alert(1)')))], 'TEXT_LINK_NOT_ALLOWED'],
    ['a data link', [paragraph(words('x', link('data:text/html,x')))], 'TEXT_LINK_NOT_ALLOWED'],
    ['an http link', [paragraph(words('x', link('http://a.example')))], 'TEXT_LINK_NOT_ALLOWED'],
    ['a link to nothing', [paragraph(words('x', link(7)))], 'TEXT_LINK_NOT_ALLOWED'],
    [
      'a deceiving link',
      [paragraph(words('banco.example', link('https://otro.example')))],
      'TEXT_LINK_DECEIVES',
    ],
    [
      'a deceiving link in pieces',
      [
        paragraph(
          words('banco.', link('https://otro.example')),
          words('example', { type: 'bold' }, link('https://otro.example')),
        ),
      ],
      'TEXT_LINK_DECEIVES',
    ],
  ])('can’t have %s', (_, content, code) => expect(faultOf(...content)).toBe(code))

  test('of a security mail has no link', () => {
    const document = { type: 'doc', content: [paragraph(words('acá', link('https://a.example')))] }
    expect(documentFault(document, { variables, links: false, letters: 4000 })?.code).toBe(
      'MAIL_SECURITY_FIXED',
    )
  })

  test.each([null, 'x', [], {}, { type: 'paragraph' }, { type: 'doc', content: [], more: 1 }])(
    '%j is none',
    (document) =>
      expect(documentFault(document, { variables, links: true, letters: 4000 })?.code).toMatch(
        /TEXT_PART_UNKNOWN/,
      ),
  )
})

test.each([
  ['https://a.example/b?c=d#e', true],
  ['https://user:word@a.example', false],
  ['https://banco.example@otro.example', false],
  ['https://localhost', false],
  ['https://a.example/ b', false],
  ['https://a.example/{{nombre}}', false],
  ['https://a.example\\@b.example', false],
  ['HTTPS://a.example', false],
  ['//a.example', false],
  ['https://', false],
  [`https://a.example/${'b'.repeat(500)}`, false],
])('the address %s is allowed: %s', (href, allowed) => expect(isLinkAllowed(href)).toBe(allowed))

test.each([
  ['Ver la política', false],
  ['austral.example', false],
  ['https://www.austral.example/licencias', false],
  ['Austral S.A.', false],
  ['el 05.11.2026 a las 9.30', false],
  ['banco.example', true],
  ['(banco.example)', true],
  ['https://banco.example/austral.example', true],
  ['rrhh@banco.example', true],
  ['banco．example', true],
  ['banco。example', true],
  ['10.0.0.7', true],
])('the words %j show another address than austral.example: %s', (label, deceives) =>
  expect(showsOtherAddress(label, 'https://austral.example/x')).toBe(deceives),
)

test('a standard text becomes paragraphs, line breaks and chips, and a line becomes itself again', () => {
  expect(documentOf('Hola, {{nombre}}:\n\nUno\nDos')).toEqual({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Hola, ' },
          { type: 'variable', attrs: { name: 'nombre' } },
          { type: 'text', text: ':' },
        ],
      },
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'Uno' }, { type: 'hardBreak' }, { type: 'text', text: 'Dos' }],
      },
    ],
  })
  for (const line of ['{{nombre}}, hay {{empresa}}', 'nada', '']) expect(lineOf(inlineOf(line))).toBe(line)
})
