import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { workflows } from '#contract/workflows.ts'
import { call } from '#web/shared/calls/call.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { markUnsaved } from '#web/shared/forms/unsaved.ts'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { draftOf, type WorkflowForm } from './workflow-form.ts'

/**
 * Keeps what was typed as a draft when the page is left: the one that it came from, or a new one. What can't be kept is
 * said, and the page stays. Closing the window asks, as the browser does.
 */
export function useDraftOnLeaving(form: WorkflowForm, draft: number | undefined): void {
  const { t } = useWords('workflows')
  const refresh = useRefresh()
  const errorText = useErrorText()
  const saving = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      form.dirty && currentLocation.pathname !== nextLocation.pathname && !form.busy,
  )
  useEffect(() => (form.dirty ? markUnsaved() : undefined), [form.dirty])
  useEffect(() => {
    if (blocker.state !== 'blocked' || saving.current) return
    saving.current = true
    const written = draftOf(form)
    const keep =
      draft === undefined ? call(workflows.create, written) : call(workflows.save, { ...written, id: draft })
    void keep
      .then(async () => {
        await refresh(workflows.list, workflows.one)
        toast({ text: t('alta.guardado') })
        blocker.proceed()
      })
      .catch((error: unknown) => {
        toastError({ text: errorText(error) })
        blocker.reset()
      })
      .finally(() => (saving.current = false))
  })
}
