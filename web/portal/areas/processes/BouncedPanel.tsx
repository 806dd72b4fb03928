import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconMailX, IconTableExport } from '@tabler/icons-react'
import { useState } from 'react'
import { documentActCalls } from '#contract/documents/acts.ts'
import { employees } from '#contract/employees/employees.ts'
import { type Bounced, followUps } from '#contract/processes/follow-up.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { download } from '#web/shared/calls/download.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './FollowUp.module.css'

const shown = 5

/** Mails that bounced: the address is corrected here and the mail sent again. */
export function BouncedPanel({ id, total }: { id: number; total: number }) {
  const { t } = useWords('processes')
  const errorText = useErrorText()
  const [page, setPage] = useState(1)
  const answer = useCall(followUps.bounced, { id, page, perPage: shown })
  const title = t('seguir.rebotados', { count: total, n: numberText(total) })
  return (
    <aside className={style.bounced} aria-label={title}>
      <div className={`${style.head} row wrap apart`}>
        <h2>{title}</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTableExport size={16} aria-hidden />}
          onClick={() =>
            void download(followUps.bouncedSheet, { id }).catch((error) =>
              toastError({ text: errorText(error) }),
            )
          }
        >
          {t('vista.planilla')}
        </Button>
      </div>
      <p className="second">{t('seguir.rebotadosTexto')}</p>
      {answer.error ? (
        <ErrorState error={answer.error} title={title} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Skeleton height={180} role="status" aria-label={title} />
      ) : (
        <>
          <ul>
            {answer.data.data.map((mail) => (
              <li key={mail.id}>
                <Mail mail={mail} />
              </li>
            ))}
          </ul>
          <ShortPager pagination={answer.data.pagination} onPage={setPage} />
        </>
      )}
    </aside>
  )
}

function Mail({ mail }: { mail: Bounced }) {
  const { t } = useWords('processes')
  const resends = useMay(documentActCalls.resend.need)
  const changes = useMay(employees.changeMail.need)
  const proposed = (changes ? mail.sugerido : null) ?? mail.correo ?? ''
  const [address, setAddress] = useState(proposed)
  const { run, busy, refusal } = useAct(
    async () => {
      const wanted = address.trim()
      if (wanted !== mail.correo) await call(employees.changeMail, { id: mail.id_colaborador, mail: wanted })
      return call(documentActCalls.resend, { id: mail.documento, correo: mail.id })
    },
    {
      refresh: [followUps.one, followUps.bounced],
      done: ({ para }) => t('seguir.reenviado', { correo: para }),
      inPlace: true,
    },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <span className={`${style.mailHead} flex wrap apart`}>
        <b>{mail.colaborador}</b>
        <span className="bad">
          <IconMailX size={16} aria-hidden /> {t(`causa.${mail.causa}`)}
        </span>
      </span>
      <span className={`${style.mailField} flex at-top gap-8`}>
        <TextInput
          type="email"
          aria-label={t('seguir.correoDe', { quien: mail.colaborador })}
          placeholder={t('seguir.sinCorreo')}
          value={address}
          readOnly={!changes}
          error={refusal ?? undefined}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {resends && (
          <Button
            type="submit"
            loading={busy}
            disabled={address.trim() === ''}
            aria-label={t('seguir.reenviarA', { quien: mail.colaborador })}
          >
            {t('seguir.reenviar')}
          </Button>
        )}
      </span>
      {address.trim() !== mail.rebotado && (
        <span className="second">
          {t('seguir.enLugar')} <s>{mail.rebotado}</s>
        </span>
      )}
    </form>
  )
}
