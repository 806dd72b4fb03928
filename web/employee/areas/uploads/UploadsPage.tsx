import { Button, Skeleton } from '@mantine/core'
import { IconChevronRight, IconFilePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type SentPaper, uploads } from '#contract/uploads.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { monthText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { PaperState } from './PaperState.tsx'
import { useStory } from './useStory.ts'
import pages from '../../shell/pages.module.css'

/** Papers more that each press shows. */
const more = 20

/** Papers that the person sent, the outcome of each, and the way to send another. */
export function UploadsPage() {
  const { t } = useWords('uploads')
  const [shown, setShown] = useState(more)
  usePageTitle(t('titulo'))
  const offered = useCall(uploads.offered, {})
  const answer = useCall(uploads.mine, { perPage: Math.min(shown, 100) })
  const send = (offered.data?.length ?? 0) > 0 && (
    <Button
      component={Link}
      to={employeePaths.newUpload()}
      variant="filled"
      size="lg"
      fullWidth
      leftSection={<IconFilePlus size={20} aria-hidden />}
    >
      {t('enviar')}
    </Button>
  )
  const rows = answer.data?.data
  return (
    <div className={`${pages.page} column gap-16`} aria-busy={answer.isFetching}>
      <h1>{t('titulo')}</h1>
      {answer.error && !rows ? (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      ) : !rows ? (
        <Skeleton height={240} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('vacio')} action={send}>
          {t('vacioTexto')}
        </EmptyState>
      ) : (
        <>
          <p className="second">{t('texto')}</p>
          {send}
          <ul className={`${pages.list} panel plain-list`}>
            {rows.map((paper) => (
              <Row key={paper.id} paper={paper} />
            ))}
          </ul>
          {(answer.data?.pagination.total ?? 0) > rows.length && rows.length < 100 && (
            <Button variant="subtle" loading={answer.isFetching} onClick={() => setShown(shown + more)}>
              {t('mas')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function Row({ paper }: { paper: SentPaper }) {
  const story = useStory(paper)
  return (
    <li>
      <Link to={employeePaths.upload(paper.id)} className={`${pages.row} focus-ring row gap-12`}>
        <span className={pages.words}>
          <b>{[paper.tipo, paper.periodo && monthText(paper.periodo)].filter(Boolean).join(', ')}</b>
          <span className="second">{paper.motivo ?? story}</span>
          <PaperState state={paper.estado} />
        </span>
        <IconChevronRight size={20} aria-hidden className="quiet" />
      </Link>
    </li>
  )
}
