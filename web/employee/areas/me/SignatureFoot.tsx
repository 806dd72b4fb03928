import { Button } from '@mantine/core'
import {
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClock,
  IconMessage,
  IconPaperclip,
} from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { me, type MyDocumentDetail } from '#contract/me/me.ts'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { printedCode, useDocumentName } from '#web/shared/mine/naming.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { form } from '../../forms.ts'
import { SigningNotice } from './SigningNotice.tsx'
import { quoted } from '#web/shared/texts/quoted.ts'
import style from './ReadPage.module.css'

const SignSheet = lazy(form(() => import('./SignSheet.tsx').then((loaded) => loaded.SignSheet)))

interface Props {
  document: MyDocumentDetail
  /** Its pages are on the screen: what was not opened is not signed. */
  opened: boolean
}

const marks = {
  ok: <IconCircleCheckFilled size={20} aria-hidden className="ok" />,
  bad: <IconCircleXFilled size={20} aria-hidden className="bad" />,
  said: <IconMessage size={20} aria-hidden />,
  warn: <IconClock size={20} aria-hidden className="warn" />,
}

/** The signature line and the one act, always in sight. */
export function SignatureFoot({ document, opened }: Props) {
  const { t } = useWords(['me', 'words'])
  const { company } = useViewer()
  const [signing, setSigning] = useState(false)
  const { firmas, firma_cerrada: shut, codigo_verificacion: code, estado, respuesta, papeles } = document
  const signed = firmas.some(({ firmante }) => firmante === 'employee')
  if (firmas.length === 0 && estado !== 'pendiente') return null
  return (
    <footer className={`${style.foot} column gap-16`}>
      <ol className={`${style.line} column gap-8 plain-list`} aria-label={t('words:firma.linea')}>
        {firmas.map((signature) => {
          const own = signature.firmante === 'employee'
          const bad = signature.decision === 'no_conforme'
          return (
            <Line
              key={signature.fecha}
              mark={bad ? 'bad' : 'ok'}
              when={instantText(signature.fecha, company.zona)}
              said={
                own
                  ? signature.comentario && quoted(signature.comentario)
                  : [signature.nombre, signature.cargo].filter((part) => part).join(', ')
              }
            >
              {t(
                own
                  ? bad
                    ? 'lectura.firmadoNoConforme'
                    : 'lectura.firmadoConforme'
                  : 'lectura.firmoEmpresa',
              )}
            </Line>
          )
        })}
        {respuesta && (
          <Line mark="said" when={instantText(respuesta.fecha, company.zona)} said={respuesta.texto}>
            {t(`lectura.respuesta.${respuesta.caso}`)}
          </Line>
        )}
        {estado === 'pendiente' && <Line mark="warn">{t('lectura.faltaFirma')}</Line>}
      </ol>
      {signed && (
        <div className={`${style.code} row gap-4`}>
          {t('firmado.codigo')} <TaxId value={printedCode(code)} />
          <CopyButton value={code} label={t('firmado.copiarCodigo')} />
        </div>
      )}
      {papeles.map(({ decision, fecha, adjunto }) => (
        <p key={adjunto} className={`${style.note} flex at-top gap-10`}>
          <IconPaperclip size={20} aria-hidden />
          {t('lectura.papel', {
            decision: t(`words:firma.${decision}`),
            fecha: dateText(fecha),
            adjunto: dateText(adjunto, company.zona),
          })}
        </p>
      ))}
      {estado === 'pendiente' && shut && <SigningNotice reason={shut} />}
      {shut === null && (
        <Button
          variant="filled"
          size="lg"
          fullWidth
          disabled={!opened}
          title={opened ? undefined : t('lectura.esperando')}
          onClick={() => setSigning(true)}
        >
          {t('lectura.firmar')}
        </Button>
      )}
      {shut === null && <ReadNext after={document.id} />}
      {signing && (
        <Suspense>
          <SignSheet documents={[document]} onClose={() => setSigning(false)} />
        </Suspense>
      )}
    </footer>
  )
}

/** Those that wait can be read one after the other and signed together. */
function ReadNext({ after }: { after: number }) {
  const { t } = useWords('me')
  const { data } = useCall(me.documents, {})
  const name = useDocumentName()
  const next = data?.espera.find(({ id, leido }) => id !== after && !leido)
  if (!next) return null
  return (
    <Button component={Link} to={employeePaths.document(next.id)} variant="subtle" size="lg" fullWidth>
      <span className="ellipsis">{t('lectura.siguiente', { documento: name(next) })}</span>
    </Button>
  )
}

interface LineProps {
  mark: keyof typeof marks
  when?: string
  said?: string | null
  children: ReactNode
}

function Line({ mark, when, said, children }: LineProps) {
  return (
    <li>
      {marks[mark]}
      <div>
        {children}
        {when && <span className={`figures ${style.when}`}>{when}</span>}
        {said && <div className={style.said}>{said}</div>}
      </div>
    </li>
  )
}
