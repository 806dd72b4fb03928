import { lazy, Suspense, useEffect } from 'react'
import { relations } from '#contract/relations.ts'
import { call } from '#web/shared/calls/call.ts'
import { takeJoining } from '#web/shared/session/visit.ts'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { loadWords } from '../../words.ts'
import { useCall } from '#web/shared/calls/useCall.ts'

const SwitchDialog = lazy(async () => {
  const [it] = await Promise.all([import('./SwitchDialog.tsx'), loadWords(['account', 'errors'])])
  return { default: it.SwitchDialog }
})

/**
 * Stands beside the account menu of a session that may switch: fetches the related users on load, completes a
 * relation that waited for this session's second factor, and holds the modal.
 */
export function Switching({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useWords('relations-switch')
  const errorText = useErrorText()
  const { refetch } = useCall(relations.related, {})
  useEffect(() => {
    if (!takeJoining()) return
    void call(relations.confirm, {}).then(
      ({ empresa }) => {
        toast({ text: t('agregar.hecha', { empresa: empresa.nombre }) })
        void refetch()
      },
      (reason: unknown) => toastError({ text: errorText(reason) }),
    )
    // oxlint-disable-next-line react/exhaustive-deps -- once, on load
  }, [])
  return <Suspense fallback={null}>{opened && <SwitchDialog onClose={onClose} />}</Suspense>
}
