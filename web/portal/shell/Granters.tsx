import { Avatar, Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { ActionId } from '#contract/actions.ts'
import { type AnswerOf } from '#contract/call.ts'
import { permissionCalls } from '#contract/permissions/calls.ts'
import { call } from '#web/shared/calls/call.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './ErrorLayout.module.css'

type Granter = AnswerOf<typeof permissionCalls.granters>[number]

/** The people who can grant the right, each with a link to ask them. */
export function Granters({ action, of }: { action: ActionId; of: readonly Granter[] }) {
  const { t } = useWords('permissions')
  if (of.length === 0) return <div>{t('falta.nadie')}</div>
  return (
    <>
      <div className={style.label} id="granters">
        {t('falta.puedenDar')}
      </div>
      <ul className="column plain-list gap-14" aria-labelledby="granters">
        {of.map((granter) => (
          <Line key={granter.id} action={action} granter={granter} />
        ))}
      </ul>
    </>
  )
}

function Line({ action, granter: { id, nombre, lugar } }: { action: ActionId; granter: Granter }) {
  const { t } = useWords('permissions')
  const errorText = useErrorText()
  const [state, setState] = useState<'not' | 'busy' | 'pedido' | 'yaPedido' | { error: unknown }>('not')
  const ask = async () => {
    setState('busy')
    try {
      const { pedido } = await call(permissionCalls.ask, { accion: action, id })
      setState(pedido ? 'pedido' : 'yaPedido')
    } catch (error) {
      setState({ error })
    }
  }
  const asked = state === 'pedido' || state === 'yaPedido'
  return (
    <li className="row gap-12">
      <Avatar size={32} aria-hidden>
        {nombre
          .split(' ')
          .flatMap((part) => part[0] ?? [])
          .filter((_, at, all) => at === 0 || at === all.length - 1)
          .join('')}
      </Avatar>
      <div className={`${style.name} grow`}>
        <b>{nombre}</b>
        {lugar && <span className="second">{lugar}</span>}
        {typeof state === 'object' && <div role="alert">{errorText(state.error)}</div>}
      </div>
      <span role="status">{asked && <span className="second">{t(`falta.${state}`)}</span>}</span>
      {!asked && (
        <Button
          aria-label={t('falta.pedirA', { nombre })}
          leftSection={<IconSend size={16} aria-hidden />}
          loading={state === 'busy'}
          onClick={() => void ask()}
        >
          {t('falta.pedir')}
        </Button>
      )}
    </li>
  )
}
