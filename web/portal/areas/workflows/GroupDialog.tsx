import { Skeleton } from '@mantine/core'
import { workflows } from '#contract/workflows.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Members } from './Members.tsx'

/** The people of a group of a workflow. */
export function GroupDialog({ id, n, onClose }: { id: number; n: number; onClose: () => void }) {
  const { t } = useWords('workflows')
  const { data, error, refetch } = useCall(workflows.group, { id, n })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={data?.nombre ? t('grupo.titulo', { n, nombre: data.nombre }) : t('alta.grupo', { n })}
    >
      <div className="modal-text">
        {error ? (
          <ErrorState error={error} title={t('columna.grupos')} onRetry={() => void refetch()} />
        ) : data ? (
          <Members group={data} />
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    </Dialog>
  )
}
