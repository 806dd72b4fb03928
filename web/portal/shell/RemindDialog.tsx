import { Button, Progress } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import { reminders } from '#contract/reminders.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { instantText, numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Unreached } from './Unreached.tsx'
import style from './RemindDialog.module.css'

interface Props {
  /** The documents to remind of, and how often it repeats. */
  input: InputOf<typeof reminders.create>
  /** The documents in words: 'Recibo de sueldo, octubre de 2026'. */
  what: ReactNode
  onClose: () => void
}

/** How often the dialog asks how far the mails are, in milliseconds. */
const pace = 1000

/** The question before a reminder: of what, to how many, when the last one was. Then its progress and its end. */
export function RemindDialog({ input, what, onClose }: Props) {
  const { t } = useWords(['reminders', 'words'])
  const { company } = useViewer()
  const errorText = useErrorText()
  const [sent, setSent] = useState<number | null>(null)
  const [listed, setListed] = useState(false)
  const { cada_dias, hasta: _, ...wanted } = input
  const counted = useCall(reminders.count, wanted, sent === null ? {} : { every: pace })
  const act = useAct(() => call(reminders.create, input), {
    refresh: [reminders.count, reminders.list],
    onDone: () => setSent(reached),
    inPlace: true,
  })
  const { data } = counted
  const reached = (data?.con_correo ?? 0) + (data?.en_dispositivo ?? 0)
  const running = data?.en_curso ?? null
  const latest = data?.ultimo ? instantText(data.ultimo, company.zona) : null
  const label = t('enviar', { count: reached, n: numberText(reached) })
  const nobody = data !== undefined && (cada_dias ? data.documentos === 0 : reached === 0)
  if (sent !== null)
    return (
      <Dialog
        opened
        onClose={onClose}
        title={t('dialogo.titulo')}
        foot={
          <Button variant="filled" onClick={onClose} data-autofocus>
            {t('words:accion.cerrar')}
          </Button>
        }
      >
        <div role="status" className="column gap-10">
          {running ? (
            <>
              <b className="figures">
                {t('enviando', {
                  hechos: numberText(running.hechos),
                  total: numberText(running.total || sent),
                })}
              </b>
              <Progress
                value={running.total ? (100 * running.hechos) / running.total : 0}
                aria-label={t('dialogo.avance')}
              />
              <span className="second">{t('dialogo.sePuedeCerrar')}</span>
            </>
          ) : (
            <span className={style.done}>
              <IconCircleCheck size={20} aria-hidden />
              <b>{t('dialogo.hecho', { count: sent, n: numberText(sent) })}</b>
            </span>
          )}
        </div>
      </Dialog>
    )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('dialogo.titulo')}
      locked={act.busy}
      onBack={listed ? () => setListed(false) : undefined}
      foot={
        <>
          <Button disabled={act.busy} onClick={onClose} data-autofocus>
            {t('words:accion.cancelar')}
          </Button>
          <Button
            variant="filled"
            loading={act.busy || (data === undefined && !counted.error)}
            disabled={data === undefined || nobody || running !== null}
            onClick={() => act.run()}
          >
            {running
              ? t('enviando', { hechos: numberText(running.hechos), total: numberText(running.total) })
              : label}
          </Button>
        </>
      }
    >
      {listed ? (
        <Unreached wanted={wanted} />
      ) : (
        <>
          <p>
            <b>{what}.</b>{' '}
            {data && t('dialogo.documentos', { count: data.documentos, n: numberText(data.documentos) })}
          </p>
          {counted.error ? (
            <p role="alert" className={style.bad}>
              {errorText(counted.error)}
            </p>
          ) : (
            data && (
              <>
                <p>
                  {nobody
                    ? t('nadie')
                    : data.con_correo > 0 &&
                      t('pie.que', { count: data.con_correo, n: numberText(data.con_correo) })}{' '}
                  {data.en_dispositivo > 0 &&
                    t('dialogo.enDispositivo', {
                      count: data.en_dispositivo,
                      n: numberText(data.en_dispositivo),
                    })}{' '}
                  {cada_dias ? t('pie.sigue', { count: cada_dias }) : t('pie.unaVez')}
                </p>
                <p className="second">
                  {latest ? t('dialogo.ultimo', { cuando: latest }) : t('dialogo.ninguno')}
                  {data.ya_avisados > 0 &&
                    ` ${t('dialogo.yaAvisados', { count: data.ya_avisados, n: numberText(data.ya_avisados) })}`}
                </p>
                {data.sin_correo > 0 && (
                  <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setListed(true)}>
                    {t('sinCorreo.boton', { count: data.sin_correo, n: numberText(data.sin_correo) })}
                  </Button>
                )}
              </>
            )
          )}
          {act.refusal !== null && (
            <p role="alert" className={style.bad}>
              {act.refusal}
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}
