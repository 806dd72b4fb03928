import { Alert, Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { places } from '#contract/places.ts'
import { paperActs, type SentPaper, uploads } from '#contract/uploads.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText, monthText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { PaperState } from './PaperState.tsx'
import { useStory } from './useStory.ts'
import pages from '../../shell/pages.module.css'
import style from './uploads.module.css'

/** One paper that the person sent: its state, the reason, its sheets, and what can be done. */
export function UploadPage() {
  const { t } = useWords('uploads')
  const id = Number(useParams()['id'])
  const { state: just } = useLocation()
  const { data, error, refetch } = useCall(uploads.one, { id })
  usePageTitle(data?.tipo ?? t('titulo'))
  return (
    <div className={`${pages.page} column gap-16`}>
      <Link to={employeePaths.uploads()} className={`${pages.back} row gap-8`}>
        <IconArrowLeft size={20} aria-hidden />
        {t('volver')}
      </Link>
      {data && (just === 'sent' || just === 'mended') && (
        <Alert color="ok" role="status" icon={<IconCircleCheck aria-hidden />}>
          {t(just === 'sent' ? 'nuevo.hecho' : 'nuevo.corregido', { papel: data.tipo })}. {t('nuevo.despues')}
        </Alert>
      )}
      {error ? (
        <ErrorState error={error} title={t('error')} onRetry={() => void refetch()} />
      ) : data ? (
        <Paper paper={data} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

function Paper({ paper }: { paper: SentPaper }) {
  const { t } = useWords('uploads')
  const story = useStory(paper)
  const [withdrawing, setWithdrawing] = useState(false)
  const { id, estado } = paper
  const may = (act: keyof typeof paperActs) => (paperActs[act] as readonly string[]).includes(estado)
  const { company } = useViewer()
  const today = company.hoy
  return (
    <>
      <div className="column gap-4">
        <h1>{[paper.tipo, paper.periodo && monthText(paper.periodo)].filter(Boolean).join(', ')}</h1>
        <PaperState state={estado} />
      </div>
      <div className={`${style.story} panel column gap-4`}>
        <p>{story}</p>
        {paper.motivo && <p className={style.reason}>{paper.motivo}</p>}
        {paper.vence && (
          <p className="second">
            {t(paper.vence < today ? 'vencio' : 'vence', { dia: dateText(paper.vence) })}
          </p>
        )}
      </div>
      {may('mend') && (
        <Button
          component={Link}
          to={employeePaths.newUpload({ mends: id })}
          variant="filled"
          size="lg"
          fullWidth
        >
          {t('corregir')}
        </Button>
      )}
      {may('sendAgain') && (
        <Button
          component={Link}
          to={employeePaths.newUpload({ again: id })}
          variant="filled"
          size="lg"
          fullWidth
        >
          {t('otro')}
        </Button>
      )}
      {estado === 'aprobado' && (
        <Button component={Link} to={employeePaths.document(id)} variant="default" size="lg" fullWidth>
          {t('verDocumento')}
        </Button>
      )}
      {paper.se_ve ? (
        Array.from({ length: paper.hojas }, (_, at) => <Page key={at} paper={paper} page={at + 1} />)
      ) : (
        <p className="second">{t('noSeVe')}</p>
      )}
      {may('withdraw') && (
        <Button variant="subtle" color="bad" onClick={() => setWithdrawing(true)}>
          {t('retirar.boton')}
        </Button>
      )}
      {withdrawing && (
        <ConfirmDialog
          title={t('retirar.titulo')}
          submit={t('retirar.enviar')}
          act={() => call(uploads.withdraw, { id })}
          refresh={[uploads.one, uploads.mine, places.home]}
          dangerous
          onClose={() => setWithdrawing(false)}
        >
          <p>{t('retirar.texto')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Page({ paper, page }: { paper: SentPaper; page: number }) {
  const { t } = useWords('uploads')
  const { data, error, refetch } = useCall(uploads.page, { id: paper.id, c: page })
  const url = useObjectUrl(data ?? null)
  const name = t('hoja', { hoja: page, total: paper.hojas })
  if (error) return <ErrorState error={error} title={name} onRetry={() => void refetch()} />
  if (!url) return <Skeleton height={420} />
  return <img src={url} alt={name} className={`paper ${pages.sheet}`} />
}
