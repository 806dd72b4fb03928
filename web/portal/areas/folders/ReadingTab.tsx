import { Button, FileButton, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconFileTypePdf } from '@tabler/icons-react'
import { useId, useState } from 'react'
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
import { useWords } from '#web/shared/texts/useWords.ts'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { FileNameField } from './FileNameField.tsx'
import { KnownLayouts } from './KnownLayouts.tsx'
import { ReadingGroup, ReadingTried } from './ReadingTried.tsx'
import style from './Position.module.css'

/** How a type's documents name their owner, tried on a file before it is saved. */
export function ReadingTab({ type }: { type: TypeDetail }) {
  const { t } = useWords('folders')
  const { data, error, refetch } = useCall(typeReading.one, { id: type.idSubCarpeta })
  if (error) return <ErrorState error={error} title={t('lectura.error')} onRetry={() => void refetch()} />
  if (!data) return <EditorSkeleton />
  return <ReadingForm key={data.version} type={type} saved={data} />
}

type Way = NonNullable<TypeReading['parser']>

function ReadingForm({ type, saved }: { type: TypeDetail; saved: TypeReading }) {
  const { t } = useWords(['folders', 'country', 'words'])
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
  const named = useId()
  const [way, setWay] = useState<Way>(saved.parser ?? 'first_page')
  const [file, setFile] = useState<File | null>(null)
  const [trial, setTrial] = useState<{ rules: string; reading: TriedReading } | null>(null)
  const {
    run,
    busy,
    refusal: refused,
  } = useAct(
    async ({ sample, parser }: { sample: File; parser: Way }) => {
      const { etiqueta, forma, archivo } = typeReading.change.input.parse(
        Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== '')),
      )
      const rules = { ...(etiqueta && { etiqueta }), ...(forma && { forma }), ...(archivo && { archivo }) }
      try {
        const reading = await call(typeReading.try, { id, parser, ...rules }, { file: sample })
        setTrial({ rules: rulesOf(parser, form.values), reading })
      } catch (reason) {
        setTrial(null)
        throw reason
      }
    },
    { inPlace: true },
  )
  const attempt = (sample: File, parser = way) => {
    if (!form.check()) return
    setFile(sample)
    run({ sample, parser })
  }
  const tried = trial?.reading ?? null
  const isStale = trial !== null && trial.rules !== rulesOf(way, form.values)
  return (
    <div className={style.editor}>
      <div className={`${style.desk} column grow`}>
        <div className={`${style.strip} row wrap`}>
          <span id={named}>{t('lectura.por')}</span>
          <SegmentedControl
            aria-labelledby={named}
            data={(['first_page', 'file_name'] as const).map((value) => ({
              value,
              label: t(`captura.${value}`),
            }))}
            value={way}
            onChange={(chosen) => {
              const next = chosen === 'file_name' ? chosen : 'first_page'
              setWay(next)
              if (file) attempt(file, next)
            }}
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
              <Button
                size="compact-sm"
                className="to-end"
                variant={isStale ? 'filled' : 'default'}
                loading={busy}
                onClick={() => attempt(file)}
              >
                {t('lectura.otraVez')}
              </Button>
            </>
          )}
        </div>
        {saved.parser !== way && (
          <p className={style.differs}>
            {t('lectura.usa', { como: t(`captura.${saved.parser ?? 'ninguna'}`) })}
          </p>
        )}
        {refused && (
          <p className={style.refused} role="alert">
            {refused}
          </p>
        )}
        {isStale && (
          <p className={`${style.stale} row gap-8`} role="status">
            <IconAlertTriangle size={18} aria-hidden />
            {t('lectura.cambiaron')}
          </p>
        )}
        <ReadingTried
          file={tried ? file : null}
          tried={tried}
          isStale={isStale}
          busy={busy}
          onChoose={(sample) => attempt(sample)}
        />
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
          <h3 className={style.mode}>{t('lectura.modo.first_page')}</h3>
          <TextField
            form={form}
            name="etiqueta"
            label={t('lectura.etiqueta')}
            help={t('lectura.etiquetaAyuda')}
          />
          <TextField form={form} name="forma" label={t('lectura.forma')} help={t('lectura.formaAyuda')} />
          <h3 className={style.mode}>{t('lectura.modo.file_name')}</h3>
          <FileNameField form={form} />
          {file && (
            <div className={`${style.again} column gap-8`}>
              <Button loading={busy} onClick={() => attempt(file)}>
                {t('lectura.otraVez')}
              </Button>
              {tried && !isStale && (
                <span>
                  {tried.colaborador?.nombre ?? t('lectura.nadie')} · <ReadingGroup group={tried.grupo} />
                </span>
              )}
            </div>
          )}
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

/** The rules of a trial as one text, to tell whether they have changed since. */
function rulesOf(way: Way, values: Partial<Record<'etiqueta' | 'forma' | 'archivo', unknown>>): string {
  const { etiqueta, forma, archivo } = values
  return JSON.stringify([way, etiqueta || null, forma || null, archivo || null])
}

interface PlacesProps {
  saved: NonNullable<TypeReading['reglas']['lugares']>
  kept: boolean
  onForget: () => void
}

/** The places of owners that somebody showed in the preview of a publication. */
function TaughtPlaces({ saved, kept, onForget }: PlacesProps) {
  const { t } = useWords('folders')
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
