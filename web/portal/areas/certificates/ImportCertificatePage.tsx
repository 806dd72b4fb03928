import { useMediaQuery } from '@mantine/hooks'
import { refusedCode } from '#web/shared/calls/refused.ts'
import { useNavigate } from 'react-router'
import { certificates } from '#contract/certificates.ts'
import { CheckField, PasswordField, TextField } from '#web/shared/forms/fields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { IdField } from '#web/shared/forms/IdField.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { CompanyFields, MakingEffect, NewPasswordFields, ReplacedNotice } from './Fieldsets.tsx'
import { RefusedPage } from './RefusedPage.tsx'
import { SignaturePreview } from './SignaturePreview.tsx'
import { type NewCertificate, useNewCertificate } from './useNewCertificate.ts'

/** Takes over a certificate that an authority issued, from the file it came in. */
export function ImportCertificatePage() {
  const { t } = useWords('certificates')
  const begin = useNewCertificate()
  return begin.refused ? (
    <RefusedPage title={t('importacion.titulo')} begin={begin} replacing={paths.certificateImport} />
  ) : (
    <ImportForm key={String(begin.pending)} begin={begin} />
  )
}

function ImportForm({ begin }: { begin: NewCertificate }) {
  const { t } = useWords(['certificates', 'country', 'errors'])
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { setup, policy, replaces, replaced } = begin
  const { company } = useViewer()
  const form = useForm(certificates.import, {
    initial: begin.initial,
    onDone: async ({ nombre }) => {
      await refresh(certificates.list)
      toast({ text: t('alta.hecho', { nombre }) })
      await navigate(paths.certificates())
      // Only now: where no other one can be made, the page says so in place of the form.
      void refresh(certificates.setup)
    },
  })
  const { cargo, pass, repass, licenciada } = form.values
  const submit = async () => {
    if (form.check(pass === repass ? {} : { repass: t(`errors:${refusedCode('PASSWORD_REPEAT_DIFFERS')}`) }))
      await form.submit()
  }
  // Where there is no room for a desk, the preview follows the fields.
  const narrow = useMediaQuery('(max-width: 767px)') ?? false
  const preview = !begin.pending && (
    <SignaturePreview
      name={undefined}
      position={cargo}
      picture={form.beside}
      imported={licenciada === true ? 'licensed' : 'other'}
    />
  )
  return (
    <FormPage
      title={
        replaced
          ? t('reemplazo.pregunta', { nombre: replaced.nombre })
          : t(replaces ? 'reemplazo.titulo' : 'importacion.titulo')
      }
      back={{ to: paths.certificates(), label: t('titulo') }}
      desk={narrow ? undefined : preview}
    >
      <FormShell
        form={{ ...form, submit }}
        loading={begin.pending}
        error={begin.error}
        onRetry={begin.retry}
        submit={t(replaces ? 'reemplazar' : 'importar')}
        foot={
          setup &&
          !begin.pending && (
            <>
              <MakingEffect begin={begin} /> {t('importacion.noSeGuarda')}
            </>
          )
        }
        onCancel={() => void navigate(paths.certificates())}
      >
        <ReplacedNotice replaced={replaced} />
        <FileField form={form} label={t('importacion.archivo')} help={t('importacion.archivoAyuda')} />
        <FieldGrid>
          <PasswordField
            form={form}
            name="clave"
            label={t('importacion.clave')}
            help={t('importacion.claveAyuda')}
            autoComplete="off"
          />
        </FieldGrid>
        <CheckField
          form={form}
          name="licenciada"
          label={t('importacion.licenciada')}
          help={t('importacion.licenciadaAyuda')}
        />
        <FieldGrid title={t('alta.quien')}>
          <TextField form={form} name="cargo" label={t('alta.cargo')} />
          <IdField form={form} name="cuil" label={t('country:cuil')} taxIdOf={company.pais} />
          <TextField form={form} name="mail" label={t('alta.correo')} inputMode="email" />
        </FieldGrid>
        <FileField form={form} part="beside" label={t('alta.imagen')} help={t('alta.imagenAyuda')} />
        <CompanyFields form={form} setup={setup} />
        <NewPasswordFields form={form} policy={policy} label={t('importacion.contrasena')} />
        <CheckField form={form} name="responsabilidad" label={t('alta.responsabilidad')} />
        {narrow && preview}
      </FormShell>
    </FormPage>
  )
}
