import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { massive } from '#contract/massive/massive.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Massive.module.css'

type Sample = AnswerOf<typeof massive.sample>

/** The height of the visible part, as a share of the page's width: minimum, initial and maximum. */
const part = { least: 0.2, usual: 0.31, most: 0.6 }
/** Millimetres of the page that stay visible around the marks; further down are the amounts. */
const around = 4

/**
 * The part of the type's own sample where its owner is named, with what is read marked: the id, and the name beside it.
 * Empty for a sample that can't be shown; the text below has the same facts.
 */
export function SampleRead({ type }: { type: number }) {
  const { t } = useWords(['massive', 'country'])
  const read = useCall(massive.sample, { tipo: type })
  const input = { tipo: type, ancho: 900 }
  const picture = useQuery({
    queryKey: [massive.samplePage.path, input],
    queryFn: ({ signal }) => call(massive.samplePage, input, { signal, background: true }),
    staleTime: Infinity,
    retry: false,
  })
  const url = useObjectUrl(picture.data ?? null)
  if (read.error || picture.error) return null
  if (!read.data || !url)
    return <div className={`paper ${style.sample}`} style={{ aspectRatio: `1 / ${part.usual}` }} aria-busy />
  const { pagina, id_leido, nombre_leido } = read.data
  const marks = marksOf(read.data)
  const { top, height } = sight(pagina, marks)
  const percent = (length: number, whole: number) => `${(100 * length) / whole}%`
  const page: CSSProperties = { transform: `translateY(${percent(-top, pagina.height)})` }
  return (
    <div
      className={`paper ${style.sample}`}
      style={{ aspectRatio: `${pagina.width} / ${height}` }}
      role="img"
      aria-label={t('lee.imagen', {
        cuil: t('country:cuil'),
        id: id_leido ?? t('lee.nada'),
        nombre: nombre_leido ?? t('lee.nada'),
      })}
    >
      <div className={style.samplePage} style={page}>
        <img src={url} alt="" />
        {marks.map(({ tipo, x, y, width, height: high }) => (
          <i
            key={`${tipo} ${x} ${y}`}
            data-kind={tipo}
            style={{
              left: percent(x - 1, pagina.width),
              top: percent(y - 0.8, pagina.height),
              width: percent(width + 2, pagina.width),
              height: percent(high + 1.6, pagina.height),
            }}
          />
        ))}
      </div>
    </div>
  )
}

function marksOf({ marcas }: Sample): Sample['marcas'] {
  return marcas.filter(({ tipo }) => tipo === 'id' || tipo === 'name')
}

/**
 * The visible part of the page, in its millimetres: its head, or the place of the marks where they are further down.
 */
function sight(
  { width, height }: Sample['pagina'],
  marks: Sample['marcas'],
): { top: number; height: number } {
  if (marks.length === 0) return { top: 0, height: Math.min(height, width * part.usual) }
  const first = Math.min(...marks.map(({ y }) => y)) - around
  const last = Math.max(...marks.map((mark) => mark.y + mark.height)) + around
  const top = last <= width * part.most ? 0 : Math.max(0, first)
  const high = Math.max(width * part.least, Math.min(width * part.most, last - top))
  return { top: Math.min(top, height - high), height: high }
}
