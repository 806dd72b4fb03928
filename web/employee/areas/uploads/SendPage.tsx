import { Alert, Button, NativeSelect, Radio, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconCamera, IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { places } from '#contract/places.ts'
import { type OfferedType, uploads } from '#contract/uploads.ts'
import { call } from '#web/shared/calls/call.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { monthText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Sheets } from './Sheets.tsx'
import { useSheets } from './useSheets.ts'
import pages from '../../shell/pages.module.css'
import style from './uploads.module.css'

/** Months back that a paper can be of. */
const monthsBack = 24

/** Sends a paper: what it is, and its sheets, photographed or chosen. Also mends a returned one, or replaces a rejected one. */
export function SendPage() {
  const { t } = useWords('uploads')
  const [params] = useSearchParams()
  const mends = Number(params.get('corrige')) || null
  const again = Number(params.get('reemplaza')) || null
  const former = useCall(
    uploads.one,
    { id: mends ?? again ?? 0 },
    { enabled: mends !== null || again !== null },
  )
  const offered = useCall(uploads.offered, {})
  const papel = former.data?.tipo ?? ''
  const title = mends
    ? t('nuevo.corregir', { papel })
    : again
      ? t('nuevo.otro', { papel })
      : t('nuevo.titulo')
  usePageTitle(title)
  const error = offered.error ?? former.error
  const isLoading = !offered.data || ((mends ?? again) !== null && !former.data)
  return (
    <div className={`${pages.page} column gap-16`}>
      <Link to={employeePaths.uploads()} className={`${pages.back} row gap-8`}>
        <IconArrowLeft size={20} aria-hidden />
        {t('volver')}
      </Link>
      <h1>{title}</h1>
      {error ? (
        <ErrorState error={error} title={t('error')} onRetry={() => void offered.refetch()} />
      ) : isLoading ? (
        <Skeleton height={320} />
      ) : offered.data.length === 0 ? (
        <EmptyState title={t('nuevo.nada')}>{t('nuevo.nadaTexto')}</EmptyState>
      ) : (
        <Sending
          offered={offered.data}
          fixed={former.data ? offered.data.find(({ id }) => id === former.data.id_tipo) : undefined}
          period={former.data?.periodo ?? ''}
          mends={mends}
          again={again}
        />
      )}
    </div>
  )
}

interface Props {
  offered: readonly OfferedType[]
  /** The type of the paper that is mended or replaced. */
  fixed: OfferedType | undefined
  period: string
  mends: number | null
  again: number | null
}

function Sending({ offered, fixed, period: before, mends, again }: Props) {
  const { t } = useWords('uploads')
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<number | undefined>(
    fixed?.id ?? (offered.length === 1 ? offered[0]?.id : undefined),
  )
  const [period, setPeriod] = useState(before)
  const sheets = useSheets()
  const type = offered.find(({ id }) => id === chosen)
  const send = useAct(
    (confirm: readonly string[]) => {
      const paginas = sheets.ready.map(({ id }) => id)
      if (mends !== null) return call(uploads.mend, { id: mends, paginas }, { confirm })
      const input = {
        tipo: chosen ?? 0,
        paginas,
        ...(type?.con_periodo && period && { periodo: period }),
        ...(again !== null && { en_lugar_de: again }),
      }
      return call(uploads.send, input, { confirm })
    },
    {
      refresh: [uploads.mine, uploads.one, uploads.page, places.home],
      onDone: ({ id }) =>
        navigate(employeePaths.upload(id), { replace: true, state: mends === null ? 'sent' : 'mended' }),
      inPlace: true,
    },
  )
  const missing = Math.max(0, (type?.minimo ?? 1) - sheets.count)
  const shut = !type || missing > 0 || sheets.isUnfinished || (type.con_periodo && !period)
  const asks = isRefusedWith(send.error, 'CONFIRMATION_REQUIRED') ? send.error : null
  return (
    <>
      {fixed ? null : (
        <Radio.Group
          label={t('nuevo.que')}
          value={chosen === undefined ? '' : String(chosen)}
          onChange={(value) => setChosen(Number(value))}
        >
          <div className={`${pages.list} panel`}>
            {offered.map(({ id, tipo, maximo, minimo }) => (
              <Radio
                key={id}
                value={String(id)}
                label={<b>{tipo}</b>}
                description={t('nuevo.limites', { max: maximo, min: minimo })}
                className={style.choice ?? ''}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {type?.con_periodo && !mends && (
        <NativeSelect
          label={t('nuevo.mes')}
          required
          size="lg"
          value={period}
          onChange={({ currentTarget }) => setPeriod(currentTarget.value)}
          data={[{ value: '', label: t('nuevo.elegirMes') }, ...lastMonths()]}
        />
      )}
      {type && (
        <section className="column gap-12" aria-labelledby="sheets">
          <div className="row apart">
            <h2 id="sheets">{t('nuevo.hojas')}</h2>
            <span className="second figures">
              {t('nuevo.cuantas', { hay: sheets.count, max: type.maximo })}
            </span>
          </div>
          <Sheets sheets={sheets.all} onRemove={sheets.remove} />
          {sheets.count < type.maximo && (
            <div className="row gap-8 wrap">
              <Picker
                icon={<IconCamera size={20} aria-hidden />}
                label={t('nuevo.foto')}
                camera
                onFiles={sheets.add}
              />
              <Picker
                icon={<IconFile size={20} aria-hidden />}
                label={t('nuevo.archivo')}
                onFiles={sheets.add}
              />
            </div>
          )}
          <p className="second">{t('nuevo.tipos')}</p>
        </section>
      )}
      {send.refusal && (
        <Alert color={asks ? 'warn' : 'bad'} role="alert">
          {asks ? asks.errors.map(({ message }) => message).join(' ') : send.refusal}
        </Alert>
      )}
      {type && (
        <div className="column gap-8">
          <Button
            variant="filled"
            size="lg"
            fullWidth
            disabled={shut}
            loading={send.busy}
            onClick={() => send.run(asks ? asks.errors.map(({ code }) => code) : [])}
          >
            {missing > 0
              ? t('nuevo.faltan', { count: missing })
              : asks
                ? t('nuevo.igual')
                : t('nuevo.enviar')}
          </Button>
          <p className="second">{t('nuevo.despues')}</p>
        </div>
      )}
    </>
  )
}

interface PickerProps {
  icon: React.ReactNode
  label: string
  /** Opens the camera of a phone. */
  camera?: boolean
  onFiles: (files: readonly File[]) => void
}

function Picker({ icon, label, camera = false, onFiles }: PickerProps) {
  return (
    <label className={`${style.picker} row gap-8`}>
      {icon}
      {label}
      <input
        type="file"
        className="only-read-aloud"
        accept={
          camera ? 'image/jpeg,image/png,image/webp' : 'image/jpeg,image/png,image/webp,application/pdf'
        }
        {...(camera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

/** This month and those before it, the newest first. */
function lastMonths(): { value: string; label: string }[] {
  const now = new Date()
  return Array.from({ length: monthsBack }, (_, back) => {
    const value = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1)).toISOString().slice(0, 10)
    return { value, label: monthText(value) }
  })
}
