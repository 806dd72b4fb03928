import { Button, Skeleton, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { billboard, type Post } from '#contract/billboard.ts'
import { call } from '#web/shared/calls/call.ts'
import { saveFile } from '#web/shared/calls/files.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { instantText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** People for whom a post is, and when each said that they read it. */
export function ReadersDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t } = useWords('billboard')
  const { company } = useViewer()
  const [page, setPage] = useState(1)
  const [missing, setMissing] = useState(post.leyeron < post.personas)
  const sectors = useCall(billboard.sectors, { id: post.id })
  const file = useAct<null, Blob>(() => call(billboard.readersFile, { id: post.id }), {
    onDone: (bytes) => saveFile(bytes, 'lectores.csv'),
  })
  const answer = useCall(billboard.readers, { id: post.id, page, faltan: missing })
  return (
    <Dialog opened onClose={onClose} title={t('lectores.titulo', { titulo: post.titulo })}>
      <div className="modal-text column gap-16">
        {sectors.data && sectors.data.length > 1 && (
          <ul className="plain-list column gap-4" aria-label={t('lectores.porSector')}>
            {sectors.data.map(({ sector, personas, leyeron }) => (
              <li key={sector ?? ''} className="row apart gap-12">
                <span>{sector ?? t('lectores.sinSector')}</span>
                <span className="figures">
                  {t('leyeron', { leyeron: numberText(leyeron), personas: numberText(personas) })}
                </span>
              </li>
            ))}
          </ul>
        )}
        <Switch
          label={t('lectores.faltan')}
          checked={missing}
          onChange={({ currentTarget: { checked } }) => {
            setPage(1)
            setMissing(checked)
          }}
        />
        {answer.error && !answer.data ? (
          <ErrorState
            error={answer.error}
            title={t('lectores.error')}
            onRetry={() => void answer.refetch()}
          />
        ) : !answer.data ? (
          <Skeleton height={180} />
        ) : (
          <>
            {answer.data.data.length === 0 && <p>{t(missing ? 'lectores.todos' : 'lectores.nadie')}</p>}
            <ul className="plain-list column gap-8" aria-label={t('lectores.lista')}>
              {answer.data.data.map(({ id, nombre, sector, leido }) => (
                <li key={id} className="row apart gap-12">
                  <span>
                    {nombre} <span className="second">{sector}</span>
                  </span>
                  <span className="second figures">{leido && instantText(leido, company.zona)}</span>
                </li>
              ))}
            </ul>
            <Button
              variant="subtle"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={file.busy}
              onClick={() => file.run(null)}
            >
              {t('lectores.bajar')}
            </Button>
            <ShortPager pagination={answer.data.pagination} onPage={setPage} />
          </>
        )}
      </div>
    </Dialog>
  )
}
