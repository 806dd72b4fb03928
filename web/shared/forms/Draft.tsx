import { Alert, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Call, InputOf } from '#contract/call.ts'
import { neverDrafted, shell } from '#contract/shell/shell.ts'
import { call } from '../calls/call.ts'
import { instantText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import type { Form } from './useForm.ts'
import { useViewer } from '../session/viewer.ts'
import style from './Draft.module.css'

const pause = 2000

interface Props<C extends Call> {
  form: Form<C>
  /** Which form of what: 'employee.12.banco'. */
  name: string
  /** Fields that the draft does not restore, such as an acceptance. */
  without?: readonly (keyof InputOf<C> & string)[]
  /** Restores state outside the form that is derived from its values. */
  onRecover?: (values: Record<string, unknown>) => void
}

/**
 * Keeps on the server what is typed into a form, and offers it where it was left: after another screen, a session
 * that ended, another device. The first child of its FormShell. Only what differs from what the form began with is
 * kept, so that recovering it takes back nothing that a colleague has saved since; never a file or a password.
 */
export function Draft<C extends Call>({ form, name, without = [], onRecover }: Props<C>) {
  const { t } = useWords()
  const { company } = useViewer()
  const queries = useQueryClient()
  const queryKey = [shell.draft.path, name]
  const { data: draft } = useQuery({
    queryKey,
    queryFn: () => call(shell.draft, { clave: name }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const { values, dirty, settled } = form
  const began = useRef<Record<string, unknown>>(values).current
  const typed = JSON.stringify(
    Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) =>
          !neverDrafted.includes(field) &&
          !without.includes(field) &&
          JSON.stringify(value) !== JSON.stringify(began[field]),
      ),
    ),
  )
  // A background call of the page itself: it keeps nobody signed in.
  useEffect(() => {
    if (!dirty) return
    const timer = setTimeout(() => {
      const kept =
        typed === '{}'
          ? call(shell.dropDraft, { clave: name }, { background: true })
          : call(shell.keepDraft, { clave: name, valor: JSON.parse(typed) }, { background: true })
      void kept.catch(() => undefined)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, dirty, name])
  const drop = () => {
    queries.setQueryData(queryKey, null)
    void call(shell.dropDraft, { clave: name }, { background: true }).catch(() => undefined)
  }
  useEffect(() => {
    settled.add(drop)
    return () => void settled.delete(drop)
  })
  if (!draft || dirty) return null
  const recover = () => {
    for (const [field, value] of Object.entries(draft.valor))
      if (field in form.call.input.shape) form.set(field, value)
    onRecover?.(draft.valor)
  }
  return (
    <Alert color="info" icon={<IconPencil size={18} />} className={style.draft ?? ''}>
      <div className={`${style.line} row wrap`}>
        <span>{t('borrador.hay', { cuando: instantText(draft.guardado, company.zona) })}</span>
        <Button size="compact-sm" onClick={recover}>
          {t('borrador.recuperar')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={drop}>
          {t('borrador.descartar')}
        </Button>
      </div>
    </Alert>
  )
}
