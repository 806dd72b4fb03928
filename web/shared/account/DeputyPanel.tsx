import { Button, Skeleton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { deputies } from '#contract/deputies.ts'
import { call } from '../calls/call.ts'
import { useCall } from '../calls/useCall.ts'
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx'
import { lazily } from '../pages/lazily.ts'
import { ErrorState } from '../pages/states.tsx'
import { dateText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import style from './account.module.css'

const NameDeputy = lazy(async () => ({
  default: await lazily(() => import('./NameDeputy.tsx').then((it) => it.NameDeputy)),
}))

/**
 * The person's deputy, and whom they stand in for. `of`: an employee whose deputy Human Resources name; otherwise one's
 * own. Nothing is shown for somebody who decides nothing.
 */
export function DeputyPanel({ of }: { of?: number }) {
  const { t } = useWords('deputies')
  const own = useCall(deputies.mine, {}, { enabled: of === undefined })
  const theirs = useCall(deputies.ofEmployee, { id: of ?? 0 }, { enabled: of !== undefined })
  const { data, error, isPending, refetch } = of === undefined ? own : theirs
  const [open, setOpen] = useState<'name' | 'end'>()
  if (isPending) return of === undefined ? <Skeleton height={120} /> : null
  if (error || !data) return <ErrorState error={error} title={t('error')} onRetry={() => void refetch()} />
  const { suplente, suple_a, decide } = data
  if (!decide && !suplente && suple_a.length === 0) return null
  const days = ({ desde, hasta }: { desde: string; hasta: string }) =>
    t('dias', { desde: dateText(desde), hasta: dateText(hasta) })
  return (
    <section className={style.section} aria-labelledby="deputy">
      <div className={`${style.head} row wrap`}>
        <h2 id="deputy">{t('titulo')}</h2>
        {decide && <Button onClick={() => setOpen('name')}>{t(suplente ? 'cambiar' : 'nombrar')}</Button>}
      </div>
      <div className={`${style.panel} panel`}>
        <div className={`${style.row} row gap-12`}>
          <IconUsers size={20} aria-hidden />
          <div className={`${style.words} grow`}>
            <b>{suplente ? t('suplente', { nombre: suplente.nombre }) : t('nadie')}</b>
            <div className="second">{suplente ? days(suplente) : t('texto')}</div>
          </div>
          {suplente && (
            <Button variant="subtle" color="bad" onClick={() => setOpen('end')}>
              {t('terminar')}
            </Button>
          )}
        </div>
        {suple_a.map((one) => (
          <div key={one.id} className={`${style.row} row gap-12`}>
            <IconUsers size={20} aria-hidden />
            <div className={style.words}>
              <b>{t('supleA', { nombre: one.nombre })}</b>
              <div className="second">{days(one)}</div>
            </div>
          </div>
        ))}
      </div>
      {open === 'name' && (
        <Suspense fallback={null}>
          <NameDeputy
            {...(of !== undefined && { of })}
            present={suplente}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
      {open === 'end' && suplente && (
        <ConfirmDialog
          title={t('terminarTitulo')}
          submit={t('terminar')}
          act={() => (of === undefined ? call(deputies.end, {}) : call(deputies.endFor, { id: of }))}
          done={t('terminada')}
          refresh={[deputies.mine, deputies.ofEmployee]}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('terminarTexto', { nombre: suplente.nombre })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
