import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TriedReading } from '#contract/folders/reading.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { draw } from '#web/shared/documents/PdfPage.tsx'
import { monthText } from '#web/shared/texts/texts.ts'
import { mmScale } from './pageLines.ts'
import { useSample } from './useSample.ts'
import style from './Position.module.css'

/** The result of reading a sample: in words, and marked on its first page. */
export function ReadingTried({
  file,
  tried,
  act,
}: {
  file: File | null
  tried: TriedReading | null
  /** Chooses a sample, in the middle of the empty desk. */
  act: ReactNode
}) {
  const { t } = useTranslation(['folders', 'massive'])
  const { sample } = useSample(file, 'first')
  const desk = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!desk.current) return
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    watch.observe(desk.current)
    return () => watch.disconnect()
  }, [])
  const scale = tried ? Math.max(200, Math.min(width - 48, 820)) / (tried.pagina.width || 210) : 1
  useEffect(() => {
    if (!sample || !canvas.current) return
    const drawing = draw(sample.page, canvas.current, scale * mmScale)
    return () => drawing.cancel()
  }, [sample, scale])
  return (
    <div className={style.scroll} ref={desk} role="region" aria-label={t('lectura.prueba')} tabIndex={0}>
      {!tried && (
        <div className={style.invite}>
          <p className="second">{t('lectura.invita')}</p>
          {act}
        </div>
      )}
      {tried && (
        <>
          <div className={style.read} role="status">
            <Facts
              of={[
                [t('lectura.leido.id'), tried.id_leido ?? t('lectura.nada')],
                [t('lectura.leido.nombre'), tried.nombre_leido ?? t('lectura.nada')],
                [t('lectura.leido.colaborador'), tried.colaborador?.nombre ?? t('lectura.nadie')],
                [t('lectura.leido.meses'), tried.meses.map(monthText).join(', ') || t('lectura.nada')],
                [t('lectura.leido.quedaria'), t(`massive:grupo.${tried.grupo}.nombre`)],
              ]}
            />
          </div>
          <div
            className={`${style.sheet} paper`}
            style={{ width: tried.pagina.width * scale, height: tried.pagina.height * scale }}
          >
            <canvas ref={canvas} className={style.canvas} role="img" aria-label={t('lectura.hoja')} />
            {tried.marcas.map(({ tipo, texto, x, y, width: wide, height }) => (
              <i
                key={`${tipo} ${x} ${y}`}
                className={style.mark}
                title={texto}
                style={{
                  left: x * scale - 3,
                  top: y * scale - 3,
                  width: wide * scale + 6,
                  height: height * scale + 6,
                }}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
