import { Button, FileButton, SegmentedControl, Skeleton } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { TypeDetail } from '#contract/folders/settings.ts'
import { folderSettings } from '#contract/folders/settings.ts'
import { type TriedReading, typeReading, type TypeReading } from '#contract/folders/reading.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { KnownLayouts } from './KnownLayouts.tsx'
import { ReadingTried } from './ReadingTried.tsx'
import style from './Position.module.css'

/** How a type's documents name their owner, tried on a file before it is saved. */
export function ReadingTab({ type }: { type: TypeDetail }) {
  const { t } = useTranslation('folders')
  const { data, error, refetch } = useCall(typeReading.one, { id: type.idSubCarpeta })
  if (error) return <ErrorState error={error} title={t('lectura.error')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="60vh" m={20} w="auto" aria-hidden />
  return <ReadingForm key={data.version} type={type} saved={data} />
}

type Way = NonNullable<TypeReading['parser']>

function ReadingForm({ type, saved }: { type: TypeDetail; saved: TypeReading }) {
  const { t } = useTranslation(['folders', 'country', 'words'])
  const navigate = useNavigate()
  const refresh = useRefresh()
  const id = type.idSubCarpeta
  const form = useForm(typeReading.change, {
    initial: { id, ...saved.reglas },
    onDone: async () => {
      toast({ text: t('lectura.guardada', { nombre: type.name }) })
      await refresh(typeReading.one, folderSettings.type, folderSettings.types)
    },
  })
  const [way, setWay] = useState<Way>(saved.parser ?? 'first_page')
  const [file, setFile] = useState<File | null>(null)
  const [tried, setTried] = useState<TriedReading | null>(null)
  const {
    run,
    busy,
    refusal: refused,
  } = useAct(
    async (sample: File) => {
      const { etiqueta, forma, archivo } = typeReading.change.input.parse(
        Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== '')),
      )
      const rules = { ...(etiqueta && { etiqueta }), ...(forma && { forma }), ...(archivo && { archivo }) }
      try {
        setTried(await call(typeReading.try, { id, parser: way, ...rules }, { file: sample }))
      } catch (reason) {
        setTried(null)
        throw reason
      }
    },
    { inPlace: true },
  )
  const attempt = (sample: File) => {
    if (!form.check()) return
    setFile(sample)
    run(sample)
  }
  return (
    <div className={style.editor}>
      <div className={`${style.desk} column grow`}>
        <div className={`${style.strip} row wrap`}>
          <SegmentedControl
            aria-label={t('lectura.por')}
            data={(['first_page', 'file_name'] as const).map((value) => ({
              value,
              label: t(`captura.${value}`),
            }))}
            value={way}
            onChange={(chosen) => setWay(chosen === 'file_name' ? chosen : 'first_page')}
          />
          {file && (
            <>
              <span className={`${style.sampleName} row gap-8`}>
                <IconFileTypePdf size={18} aria-hidden />
                <span className="ellipsis">{file.name}</span>
                <FileButton
                  accept="application/pdf"
                  onChange={(chosen) => chosen && attempt(chosen)}
                  inputProps={{ 'aria-label': t('lectura.elegir') }}
                >
                  {(props) => (
                    <Button {...props} size="compact-sm" variant="subtle" disabled={busy}>
                      {t('words:accion.cambiar')}
                    </Button>
                  )}
                </FileButton>
              </span>
              <Button size="compact-sm" className="to-end" loading={busy} onClick={() => attempt(file)}>
                {t('lectura.otraVez')}
              </Button>
            </>
          )}
        </div>
        {refused && (
          <p className={style.refused} role="alert">
            {refused}
          </p>
        )}
        <ReadingTried file={tried ? file : null} tried={tried} busy={busy} onChoose={attempt} />
      </div>
      <div className={style.side}>
        <FormShell
          form={form}
          loading={false}
          error={null}
          submit={t('posicion.guardar')}
          foot={t('lectura.desdeCuando')}
          onCancel={() => void navigate(paths.folderTypes(type.idCarpeta))}
          inSection
        >
          <Draft form={form} name={`type.${id}.reading`} />
          <h2 className={style.heading}>{t('lectura.deQuien')}</h2>
          <p className={`second ${style.hint}`}>{t('lectura.que', { cuil: t('country:cuil') })}</p>
          <TextField
            form={form}
            name="etiqueta"
            label={t('lectura.etiqueta')}
            help={t('lectura.etiquetaAyuda')}
          />
          <TextField form={form} name="forma" label={t('lectura.forma')} help={t('lectura.formaAyuda')} />
          <TextField
            form={form}
            name="archivo"
            label={t('lectura.archivo')}
            help={t('lectura.archivoAyuda')}
          />
          <TaughtPlaces
            saved={saved.reglas.lugares ?? []}
            kept={form.values.lugares !== undefined}
            onForget={() => form.set('lugares', undefined)}
          />
          <KnownLayouts typeId={id} />
        </FormShell>
      </div>
    </div>
  )
}

interface PlacesProps {
  saved: NonNullable<TypeReading['reglas']['lugares']>
  kept: boolean
  onForget: () => void
}

/** The places of owners that somebody showed in the preview of a publication. */
function TaughtPlaces({ saved, kept, onForget }: PlacesProps) {
  const { t } = useTranslation('folders')
  if (saved.length === 0) return null
  const data = [...new Set(saved.map(({ dato }) => t(`lectura.dato.${dato}`)))]
  return (
    <div className="column gap-8">
      <span>{t('lectura.lugares', { count: saved.length, datos: data.join(', ') })}</span>
      <span className="second" role="status">
        {t(kept ? 'lectura.lugaresQue' : 'lectura.olvidados')}
      </span>
      {kept && (
        <Button size="compact-sm" style={{ alignSelf: 'start' }} onClick={onForget}>
          {t('lectura.olvidarLugares')}
        </Button>
      )}
    </div>
  )
}
