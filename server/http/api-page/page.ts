import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, pathNames } from '#contract/call.ts'
import { codeOf, type ErrorName, everyCall, statusOf } from '#contract/errors.ts'
import { session } from '#contract/session/session.ts'
import es from '#locales/es/api.json' with { type: 'json' }
import permissionsEs from '#locales/es/permissions.json' with { type: 'json' }
import pt from '#locales/pt/api.json' with { type: 'json' }
import permissionsPt from '#locales/pt/permissions.json' with { type: 'json' }
import { type Language, messageOf } from '../../shared/text/language.ts'
import { filled } from '../../shared/text/printed.ts'
import { fieldsOf, type Field, type LimitWords } from './fields.ts'
import { type Html, html } from '../html.ts'
import { plainPage } from '../plain-page.ts'

/** A call and the area that it belongs to. */
export interface Listed {
  area: string
  call: Call
}

interface Wanted {
  language: Language
  /** Only calls that hold these letters in their path, their fields, their codes or their line. */
  search: string
  nonce: string
  font: string | null
  base: string
}

const words = { es, pt }
const actionNames = { es: permissionsEs.accion, pt: permissionsPt.accion }
const limitWords = { es: limitsIn('es'), pt: limitsIn('pt') }
const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')

/** The page of the API: every call, by area, in words and tables. It runs nothing, so it works as it is read. */
export function apiPage(listed: readonly Listed[], { language, search, nonce, font, base }: Wanted): string {
  const t = words[language]
  const areaNames: Readonly<Record<string, string>> = t.areas
  const needle = search.trim().toLowerCase()
  const found = listed.filter(({ call }) => !needle || textOf(call).includes(needle))
  const areas = [...new Set(found.map(({ area }) => area))]
  const other = language === 'es' ? 'pt' : 'es'
  return plainPage({
    lang: language === 'es' ? 'es' : 'pt-BR',
    title: t.titulo,
    nonce,
    font,
    style,
    back: { to: '/s/', label: t.volver },
    links: html`<a href="openapi.json">${t.documento}</a>
      <a href="?idioma=${other}" lang="${other}">${t.otroIdioma}</a>`,
    body: html`<div class="columns">
      <nav class="areas" aria-label="${t.titulo}">
        <ul>
          ${areas.map((area) => html`<li><a href="#${area}">${areaNames[area] ?? area}</a></li>`)}
        </ul>
      </nav>
      <main>
        <h1>${t.titulo}</h1>
        <p>${t.intro}</p>
        <p>${t.base}: <code>${base}</code></p>
        <p>${withCode(t.sesion)}</p>
        <p>${withCode(t.respuesta)}</p>
        <form method="get" role="search">
          <input type="hidden" name="idioma" value="${language}" />
          <label for="buscar">${t.buscar}</label>
          <input id="buscar" name="buscar" type="search" value="${search}" />
          <button>${t.hacer}</button>
          ${needle && html`<a href="?idioma=${language}">${t.todas}</a>`}
        </form>
        <p role="status">
          ${found.length ? filled(t.halladas, { cantidad: String(found.length) }) : filled(t.ninguna, { texto: search })}
        </p>
        ${areas.map(
          (area) =>
            html`<section id="${area}">
              <h2>${areaNames[area] ?? area}</h2>
              ${found.filter((one) => one.area === area).map(({ call }) => section(call, language))}
            </section>`,
        )}
        <h2 id="comunes">${t.comunes}</h2>
        ${refusals(everyCall, language)}
      </main>
    </div>`,
  }).replaceAll(/\n\s+/g, '\n')
}

const sections = { es: new Map<Call, Html>(), pt: new Map<Call, Html>() }

/** The section of a call. Kept once made: it never changes, and making all of them takes a tenth of a second. */
function section(call: Call, language: Language): Html {
  const known = sections[language].get(call) ?? newSection(call, language)
  sections[language].set(call, known)
  return known
}

function newSection(call: Call, language: Language): Html {
  const t = words[language]
  const also = [
    call.stepUp && filled(t.stepUp, { ruta: session.stepUp.path }),
    call.idempotent && t.idempotente,
    call.restricted && t.restringida,
    call.ratePerMinute !== undefined && filled(t.porMinuto, { cantidad: String(call.ratePerMinute) }),
    call.method !== 'GET' && filled(t.hastaKb, { cantidad: String(call.maxBytes / 1024) }),
  ].filter((one) => one !== false)
  const answer = call.answer === 'file' ? null : fieldsOf(call.answer, 'output', limitWords[language])
  return html`<details>
    <summary>
      <b class="${call.method}">${call.method}</b> <code>${call.path}</code>
      <span lang="en">${call.summary}</span>
    </summary>
    <h3>${t.permiso}</h3>
    <p>
      ${typeof call.need === 'string' ? t.need[call.need] : filled(t.need.acciones, { ids: namesOf(call.need, language) })}
    </p>
    ${
      also.length > 0 &&
      html`<h3>${t.ademas}</h3>
        <ul>
          ${also.map((one) => html`<li>${one}</li>`)}
        </ul>`
    }
    <h3>${t.envia}</h3>
    ${table(t.envia, [...fieldsOf(call.input, 'input', limitWords[language]), ...uploads(call, language)], t.sinCampos, language, pathNames(call.path))}
    <h3>${t.responde}</h3>
    ${answer ? table(t.responde, answer, t.nada, language) : html`<p>${t.archivo}</p>`}
    ${call.paged && html`<p>${t.paginada}</p>`}
    ${
      call.errors.length > 0 &&
      html`<h3>${t.niega}</h3>
        ${refusals(call.errors, language)}`
    }
  </details>`
}

/** The numbers of actions with the names that the screen of permissions gives them. */
function namesOf(need: readonly number[], language: Language): string {
  const names: Readonly<Record<string, string>> = actionNames[language]
  return need.map((id) => (names[id] ? `${id} (${names[id]})` : String(id))).join(', ')
}

/** A text whose parts between backticks are code. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function limitsIn(language: Language): LimitWords {
  const { limites } = words[language]
  return {
    range(from, to, of) {
      const range =
        from === undefined
          ? filled(limites.hasta, { hasta: String(to) })
          : to === undefined
            ? filled(limites.desde, { desde: String(from) })
            : from === to
              ? String(from)
              : filled(limites.entre, { desde: String(from), hasta: String(to) })
      return of === 'value' ? range : `${range} ${limites[of]}`
    },
    absent: (value) => filled(limites.siFalta, { valor: value }),
  }
}

function uploads({ upload }: Call, language: Language): Field[] {
  const t = words[language]
  return [upload, upload?.beside].flatMap((part) =>
    part
      ? [
          {
            name: part.field,
            type: filled(t.archivoDe, { tipos: part.types.join(', ') }),
            required: part.required,
            limits: filled(t.hasta, { cantidad: String(part.maxBytes) }),
          },
        ]
      : [],
  )
}

function table(
  title: string,
  fields: readonly Field[],
  nothing: string,
  language: Language,
  inPath?: readonly string[],
): Html {
  const t = words[language]
  if (fields.length === 0) return html`<p>${nothing}</p>`
  const notes = ({ name, required, limits }: Field) =>
    [inPath?.includes(name) ? t.enRuta : required && inPath && t.obligatorio, limits]
      .filter(Boolean)
      .join(', ')
  return html`<div class="wide" tabindex="0" role="group" aria-label="${title}">
    <table>
      <thead>
        <tr>
          <th scope="col">${t.campo}</th>
          <th scope="col">${t.tipo}</th>
          <th scope="col">${t.notas}</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(
          (field) =>
            html`<tr>
              <th scope="row"><code>${field.name}</code></th>
              <td>${field.type}</td>
              <td>${notes(field)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function refusals(names: readonly ErrorName[], language: Language): Html {
  const t = words[language]
  return html`<div class="wide" tabindex="0" role="group" aria-label="${t.niega}">
    <table>
      <thead>
        <tr>
          <th scope="col">${t.codigo}</th>
          <th scope="col">${t.estado}</th>
          <th scope="col">${t.motivo}</th>
        </tr>
      </thead>
      <tbody>
        ${[...new Set(names)]
          .map((name) => codeOf(name))
          .map(
            (code) =>
              html`<tr>
                <th scope="row"><code>${code}</code></th>
                <td>${statusOf(code)}</td>
                <td>${messageOf({ code }, language).replaceAll(/\{\{(\w+)\}\}/g, '‹$1›')}</td>
              </tr>`,
          )}
      </tbody>
    </table>
  </div>`
}

function textOf(call: Call): string {
  const names = Object.keys(call.input.shape)
  return [call.method, call.path, call.summary, ...names, ...call.errors.map((name) => codeOf(name))]
    .join(' ')
    .toLowerCase()
}
