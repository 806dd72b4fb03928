import { Button } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { documents } from '#contract/documents/documents.ts'
import { documentExports } from '#contract/documents/exports.ts'
import { employment } from '#contract/employees/employment.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { call } from '#web/shared/calls/call.ts'
import { download } from '#web/shared/calls/download.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Downloads every document of somebody as one zip. Absent for viewers without the right, and where there is none. */
export function FolderZip({ record: { id, cuil } }: { record: EmployeeRecord }) {
  const { t } = useWords('employees-file')
  const finds = useMay(documents.ids.need)
  const zips = useMay(documentExports.zip.need)
  const { data } = useCall(employment.documentsCount, { id }, { enabled: finds && zips })
  const { run, busy } = useAct(
    async () => {
      const ids = await call(documents.ids, { buscar: cuil })
      const prepared = await call(documentExports.zip, { ids })
      await download(documentExports.file, { id: prepared.id })
      return prepared.total
    },
    { done: (total) => t('carpeta.hecha', { count: total, n: numberText(total) }) },
  )
  if (!finds || !zips || !data || data.total === 0) return null
  return (
    <Button leftSection={<IconFileZip size={18} aria-hidden />} loading={busy} onClick={() => run()}>
      {t('carpeta.boton')}
    </Button>
  )
}
