import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useContext } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { brand, colourFaults } from '#contract/company/brand.ts'
import { fiveColours } from '#contract/company/five-colours.ts'
import type { BrandColours } from '#contract/palette.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { ViewerRenewal } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BrandPreview } from './BrandPreview.tsx'
import { ColourField } from './ColourField.tsx'
import { FormerColours } from './FormerColours.tsx'
import { IconTextField } from './IconTextField.tsx'
import style from './Brand.module.css'

type Answer = AnswerOf<typeof brand.colours>

/** The company's colours, beside the places in which they are seen. */
export function ColoursPage() {
  const { t } = useWords('company')
  const { data, error, refetch } = useCall(brand.colours, {})
  if (error) return <ErrorState error={error} title={t('colores.error')} onRetry={() => void refetch()} />
  return <ColoursForm key={data ? 'loaded' : 'loading'} colours={data} />
}

function ColoursForm({ colours }: { colours: Answer | undefined }) {
  const { t } = useWords('company')
  const refresh = useRefresh()
  const renewViewer = useContext(ViewerRenewal)
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const form = useForm(brand.setColours, {
    initial: colours?.actuales ?? {},
    onDone: async () => {
      await Promise.all([refresh(brand.colours), renewViewer()])
      toast({ text: t('colores.guardados') })
    },
  })
  const put = (chosen: BrandColours) => {
    for (const [name, value] of Object.entries(chosen)) form.set(name as keyof BrandColours, value)
  }
  const typed = fiveColours.safeParse(form.values).data
  const faults = typed ? colourFaults(typed) : []
  // With the nearest colours that can be read, so that the preview can be, too.
  const suggested = Object.fromEntries(faults.map(({ field, suggestion }) => [field, suggestion]))
  const shown = typed ? { ...typed, ...suggested } : colours?.actuales
  const preview = shown && <BrandPreview colours={shown} isSuggested={faults.length > 0} />
  const field = { form, suggestions: new Map(faults.map((fault) => [fault.field, fault.suggestion])) }
  return (
    <FormPage title={t('colores.titulo')} desk={phone ? undefined : preview}>
      <FormShell
        form={form}
        loading={!colours}
        error={null}
        submit={t('colores.guardar')}
        foot={t('colores.efecto')}
        shut={faults.length > 0 ? t('colores.noSeLeen', { count: faults.length }) : undefined}
      >
        <p className={`second ${style.text}`}>{t('colores.texto')}</p>
        <FieldGrid>
          <ColourField
            {...field}
            name="primario"
            label={t('color.primario')}
            help={t('color.primarioAyuda')}
          />
          <ColourField {...field} name="activo" label={t('color.activo')} help={t('color.activoAyuda')} />
          <ColourField
            {...field}
            name="secundario"
            label={t('color.secundario')}
            help={t('color.secundarioAyuda')}
          />
          <ColourField {...field} name="titulo" label={t('color.titulo')} help={t('color.tituloAyuda')} />
        </FieldGrid>
        <IconTextField {...field} />
        {colours && (
          <div className={style.restore}>
            <Button
              variant="subtle"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={() => put(colours.de_fabrica)}
            >
              {t('colores.fabrica')}
            </Button>
          </div>
        )}
        {colours && colours.anteriores.length > 0 && (
          <FormerColours former={colours.anteriores} onUse={put} />
        )}
        {phone && preview}
      </FormShell>
    </FormPage>
  )
}
