import { Facts } from '#web/shared/pages/pages.tsx'
import { dateText, instantText, zoneText } from '#web/shared/texts/texts.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './SignaturePreview.module.css'

interface Props {
  name: unknown
  position: unknown
  picture: File | null
  /** It comes from a file, which names its owner and its validity. */
  imported?: 'licensed' | 'other'
}

const yearsValid = 2

/** A signature of the certificate that is being made, as it will stand on documents. */
export function SignaturePreview({ name, position, picture, imported }: Props) {
  const { t } = useWords('certificates')
  const { company } = useViewer()
  const address = useObjectUrl(picture)
  const now = new Date().toISOString()
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + yearsValid)
  const written = (value: unknown, otherwise: string) =>
    typeof value === 'string' && value.trim() ? value.trim() : otherwise
  const offset = /\((.*)\)/.exec(zoneText(now, company.zona))?.[1] ?? ''
  return (
    <div className={`${style.preview} column gap-16`}>
      <h2>{t('vista.titulo')}</h2>
      <div className={`paper ${style.page}`}>
        <div className={`${style.box} column`}>
          <p>
            {t(imported === 'licensed' ? 'vista.digitalmente' : 'vista.electronicamente', {
              nombre: written(name, t(imported ? 'vista.titular' : 'vista.alguien')),
            })}
          </p>
          <p>
            {written(position, t('vista.cargo'))} · {instantText(now, company.zona, true)} {offset}
          </p>
          {address ? (
            <img src={address} alt={t('ficha.imagen')} />
          ) : (
            <p className={style.missing}>{t('vista.sinImagen')}</p>
          )}
        </div>
        <p className={style.line}>{t('vista.linea')}</p>
      </div>
      <Facts
        of={[
          [t('vista.clave'), t(imported ? 'vista.claveArchivo' : 'vista.claveTexto')],
          [
            t('vista.valeHasta'),
            imported ? t('vista.valeArchivo') : dateText(end.toISOString(), company.zona),
          ],
          [t('vista.posicion'), t('vista.posicionTexto')],
        ]}
      />
    </div>
  )
}
