import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconBan,
  IconDots,
  IconDownload,
  IconFileCode,
  IconPencil,
  IconReplace,
  IconRoute,
} from '@tabler/icons-react'
import { documentActCalls } from '#contract/documents/acts.ts'
import type { DocumentDetail } from '#contract/documents/documents.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { saveFile } from '#web/shared/calls/files.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useDownload } from './useDownload.ts'

export type OpenDialog = 'cancel' | 'replace' | 'change' | 'answer'

/** The acts on one document: report, XML and download as buttons, changes in a menu. */
export function DocumentActs({
  document,
  onOpen,
}: {
  document: DocumentDetail
  onOpen: (dialog: OpenDialog) => void
}) {
  const { t } = useWords(['documents-acts', 'documents'])
  const download = useDownload()
  // While a disagreement waits, answering it is the page's main act.
  const answers = useMay(documentActCalls.answerDisagreement.need)
  const { id, anulado, tiene_xml } = document
  return (
    <>
      <Report id={id} />
      {anulado === null && (
        <>
          {tiene_xml && (
            <Button
              leftSection={<IconFileCode size={18} aria-hidden />}
              onClick={() => void download(id, 'xml')}
            >
              {t('documents:ficha.xml')}
            </Button>
          )}
          <Button
            variant={document.caso === 'open' && answers ? 'default' : 'filled'}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void download(id)}
          >
            {t('documents:ficha.descargar')}
          </Button>
          <More onOpen={onOpen} />
        </>
      )}
    </>
  )
}

function Report({ id }: { id: number }) {
  const { t } = useWords('documents-acts')
  const { run, busy } = useAct(
    async () => saveFile(await call(documentActCalls.report, { id }), `${id}.pdf`),
    { refresh: [documentActCalls.trace] },
  )
  return (
    <Button loading={busy} leftSection={<IconRoute size={18} aria-hidden />} onClick={() => run()}>
      {t('informe')}
    </Button>
  )
}

function More({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  const { t } = useWords('documents-acts')
  const cancels = useMay(documentActCalls.cancel.need)
  const replaces = useMay(publishing.replace.need)
  const changes = useMay(documentActCalls.change.need)
  if (!cancels && !replaces && !changes) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('mas')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {changes && (
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onOpen('change')}>
            {t('cambiar.boton')}
          </Menu.Item>
        )}
        {replaces && (
          <Menu.Item leftSection={<IconReplace size={18} aria-hidden />} onClick={() => onOpen('replace')}>
            {t('reemplazar.boton')}
          </Menu.Item>
        )}
        {cancels && (
          <Menu.Item
            className="bad"
            leftSection={<IconBan size={18} aria-hidden />}
            onClick={() => onOpen('cancel')}
          >
            {t('cancelar.boton')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
