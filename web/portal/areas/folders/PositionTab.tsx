import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { TypeDetail } from '#contract/folders/settings.ts'
import { folderSettings } from '#contract/folders/settings.ts'
import {
  papers,
  type SavedConfiguration,
  sampleBytes,
  typeConfiguration,
} from '#contract/folders/configuration.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { numberText, sizeText, useErrorText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { PositionDesk } from './PositionDesk.tsx'
import { PositionPanel } from './PositionPanel.tsx'
import { useFoldersChanged } from './useFoldersChanged.ts'
import { usePositions } from './usePositions.ts'
import { useSample } from './useSample.ts'
import style from './Position.module.css'

/** How pages of a type are turned, cut and signed, shown on a sample PDF. */
export function PositionTab({ type }: { type: TypeDetail }) {
  const { t } = useWords('folders')
  const { data, error, refetch } = useCall(typeConfiguration.one, { id: type.idSubCarpeta })
  if (error) return <ErrorState error={error} title={t('posicion.error')} onRetry={() => void refetch()} />
  if (!data) return <EditorSkeleton />
  return <PositionForm key={data.version} type={type} saved={data} />
}

function PositionForm({ type, saved }: { type: TypeDetail; saved: SavedConfiguration }) {
  const { t } = useWords(['folders', 'errors'])
  const navigate = useNavigate()
  const refresh = useRefresh()
  const changed = useFoldersChanged()
  const errorText = useErrorText()
  const id = type.idSubCarpeta
  const { version: _version, muestra, publicados, ...facts } = saved
  const form = useForm(typeConfiguration.change, {
    initial: { id, ...facts },
    onDone: async () => {
      toast({ text: t('posicion.guardada', { nombre: type.name }) })
      await Promise.all([
        changed(),
        refresh(typeConfiguration.one, typeConfiguration.sample, folderSettings.type),
      ])
    },
  })
  const kept = useCall(typeConfiguration.sample, { id }, { enabled: muestra !== null })
  const own = form.values.pdf_propio === true
  const bytes = form.file ?? kept.data ?? null
  const page = form.values.pagina
  const { sample, error } = useSample(
    own ? bytes : null,
    page === 'first' || page === 'last' ? page : Number(form.values.numero) || 1,
  )
  const positions = usePositions(form, own ? sample : null)
  const [tooLarge, setTooLarge] = useState(false)
  const { run, busy, refusal, forget } = useAct(
    async (file: File) => {
      const { paginas } = await call(typeConfiguration.pdfInfo, {}, { file })
      form.setFile(file)
      positions.put({ pdf_propio: true, ...paperOf(paginas[0]) })
    },
    { inPlace: true },
  )
  const refused = tooLarge ? t('posicion.muyGrande', { tamano: sizeText(sampleBytes) }) : refusal
  const choose = (file: File) => {
    forget()
    setTooLarge(file.size > sampleBytes)
    if (file.size <= sampleBytes) run(file)
  }
  const submit = async () => {
    const said = Object.fromEntries(positions.faults.map(({ code, field }) => [field, t(`errors:${code}`)]))
    if (form.check(said)) await form.submit()
  }
  const name = form.file?.name ?? muestra?.archivo
  return (
    <div className={style.editor}>
      <PositionDesk
        positions={positions}
        sample={own && name !== undefined ? { name, shown: sample } : null}
        busy={busy}
        refused={refused ?? (own && (error ?? kept.error) ? errorText(error ?? kept.error) : null)}
        onChoose={choose}
      />
      <div className={style.side}>
        <FormShell
          form={{ ...form, submit }}
          loading={false}
          error={null}
          submit={t('posicion.guardar')}
          foot={t('posicion.desdeCuando', { count: publicados, publicados: numberText(publicados) })}
          onCancel={() => void navigate(paths.folderTypes(type.idCarpeta))}
          inSection
        >
          <Draft form={form} name={`type.${id}.signature`} />
          <PositionPanel form={form} positions={positions} hasPdf={bytes !== null || muestra !== null} />
        </FormShell>
      </div>
    </div>
  )
}

/** The nearest paper size of a page, and its orientation. */
function paperOf(page: { ancho: number; alto: number } | undefined) {
  if (!page) return {}
  const [shorter, longer] = [Math.min(page.ancho, page.alto), Math.max(page.ancho, page.alto)]
  const off = (paper: keyof typeof papers) =>
    Math.abs(papers[paper][0] - shorter) + Math.abs(papers[paper][1] - longer)
  const names = ['A3', 'A4', 'A5', 'Legal', 'Letter'] as const
  const papel = names.reduce((best, one) => (off(one) < off(best) ? one : best))
  return { papel, orientacion: page.ancho > page.alto ? 'landscape' : 'portrait' } as const
}
