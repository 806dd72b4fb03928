import { Alert, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/call.ts'
import { shell } from '#contract/shell.ts'
import { call } from './call.ts'
import { instantText } from './texts.ts'
import type { Form } from './useForm.ts'
import { useViewer } from './viewer.ts'
import style from './Draft.module.css'

const pause = 2000

/**
 * Keeps on the server what is typed into a form, and offers it where it was left: after another screen, a session
 * that ended, another device. The first child of its FormShell. Files are not kept; a form with a password has none.
 */
export function Draft<C extends Call>({ form, name }: { form: Form<C>; name: string }) {
  const { t } = useTranslation()
  const { company } = useViewer()
  const queries = useQueryClient()
  const queryKey = [shell.draft.path, name]
  const { data: draft } = useQuery({
    queryKey,
    queryFn: () => call(shell.draft, { clave: name }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const { values, dirty } = form
  const was = useRef(false)
  // A background call of the page itself: it keeps nobody signed in.
  useEffect(() => {
    if (!dirty) return
    const timer = setTimeout(() => {
      const valor = JSON.parse(JSON.stringify(values))
      void call(shell.keepDraft, { clave: name, valor }, { background: true }).catch(() => undefined)
    }, pause)
    return () => clearTimeout(timer)
  }, [values, dirty, name])
  const drop = () => {
    queries.setQueryData(queryKey, null)
    void call(shell.dropDraft, { clave: name }, { background: true }).catch(() => undefined)
  }
  // What was sent is no draft any more.
  useEffect(() => {
    if (was.current && !dirty) drop()
    was.current = dirty
  })
  if (!draft || dirty) return null
  const recover = () => {
    for (const [field, value] of Object.entries(draft.valor))
      if (field in form.call.input.shape) form.set(field, value)
  }
  return (
    <Alert color="info" icon={<IconPencil size={18} stroke={1.6} />} className={style.draft ?? ''}>
      <div className={style.line}>
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
