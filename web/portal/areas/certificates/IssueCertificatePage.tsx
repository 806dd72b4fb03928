import { useMediaQuery } from '@mantine/hooks'
import { refusedCode } from '#web/shared/calls/refused.ts'
import { useNavigate } from 'react-router'
import { certificates } from '#contract/certificates.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { CheckField, TextField } from '#web/shared/forms/fields.tsx'
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

/** Creates a certificate; beside the form, the signature as documents will show it. */
export function IssueCertificatePage() {
  const { t } = useWords('certificates')
  const begin = useNewCertificate()
  // The form's initial values come from the server.
  return begin.refused ? (
    <RefusedPage title={t('alta.titulo')} begin={begin} replacing={paths.certificateCreate} />
  ) : (
    <IssueForm key={String(begin.pending)} begin={begin} />
  )
}

function IssueForm({ begin }: { begin: NewCertificate }) {
  const { t } = useWords(['certificates', 'country', 'errors'])
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { setup, policy, replaces, replaced } = begin
  const { company } = useViewer()
  const form = useForm(certificates.create, {
    initial: { ...begin.initial, ...(replaced?.tipo === 'self_issued' && { nombre: replaced.nombre }) },
    onDone: async ({ nombre }) => {
      await refresh(certificates.list)
      toast({ text: t('alta.hecho', { nombre }) })
      await navigate(paths.certificates())
      // Only now: where no other one can be made, the page says so in place of the form.
      void refresh(certificates.setup)
    },
  })
  const { nombre, cargo, pass, repass } = form.values
  const submit = async () => {
    if (form.check(pass === repass ? {} : { repass: t(`errors:${refusedCode('PASSWORD_REPEAT_DIFFERS')}`) }))
      await form.submit()
  }
  // Where there is no room for a desk, the preview follows the fields.
  const narrow = useMediaQuery('(max-width: 767px)') ?? false
  const preview = !begin.pending && <SignaturePreview name={nombre} position={cargo} picture={form.file} />
  return (
    <FormPage
      title={
        replaced
          ? t('reemplazo.pregunta', { nombre: replaced.nombre })
          : t(replaces ? 'reemplazo.titulo' : 'alta.titulo')
      }
      back={{ to: paths.certificates(), label: t('titulo') }}
      desk={narrow ? undefined : preview}
    >
      <FormShell
        form={{ ...form, submit }}
        loading={begin.pending}
        error={begin.error}
        onRetry={begin.retry}
        submit={t(replaces ? 'reemplazar' : 'crear')}
        foot={
          setup &&
          !begin.pending && (
            <>
              <MakingEffect begin={begin} /> {t('alta.noSeGuarda')}
            </>
          )
        }
        onCancel={() => void navigate(paths.certificates())}
      >
        <Draft
          form={form}
          name={replaced ? `certificate.replacing.${replaced.id}` : 'certificate.new'}
          without={['responsabilidad']}
        />
        <ReplacedNotice replaced={replaced} />
        <FieldGrid title={t('alta.quien')}>
          <TextField form={form} name="nombre" label={t('alta.nombre')} />
          <TextField form={form} name="cargo" label={t('alta.cargo')} />
          <TextField form={form} name="mail" label={t('alta.correo')} inputMode="email" />
          <IdField form={form} name="cuil" label={t('country:cuil')} taxIdOf={company.pais} />
        </FieldGrid>
        <FileField form={form} label={t('alta.imagen')} help={t('alta.imagenAyuda')} />
        <CompanyFields form={form} setup={setup} />
        <NewPasswordFields form={form} policy={policy} label={t('alta.contrasena')} />
        <CheckField form={form} name="responsabilidad" label={t('alta.responsabilidad')} />
        {narrow && preview}
      </FormShell>
    </FormPage>
  )
}
