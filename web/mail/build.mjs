// Compiles the layout of all mails: layout.mjml to dist/mail/layout.html, whose {{places}} the server fills.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mjml from 'mjml'

const folder = join(import.meta.dirname, '../../dist/mail')
const source = readFileSync(join(import.meta.dirname, 'layout.mjml'), 'utf8')
// Without fonts of others' servers: a mail asks nobody when it is opened.
const { html } = await mjml(source, { fonts: {}, validationLevel: 'skip', keepComments: false })
mkdirSync(folder, { recursive: true })
const temporary = join(folder, `layout.${process.pid}.html`)
writeFileSync(temporary, html)
renameSync(temporary, join(folder, 'layout.html'))
