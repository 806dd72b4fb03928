import { refusedCode } from '#web/shared/calls/refused.ts'
import { useTranslation } from 'react-i18next'
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
import { CompanyFields, NewPasswordFields, RefusedNotice, ReplacedNotice } from './Fieldsets.tsx'
import { SignaturePreview } from './SignaturePreview.tsx'
import { type NewCertificate, useNewCertificate } from './useNewCertificate.ts'

/** Creates a certificate; beside the form, the signature as documents will show it. */
export function IssueCertificatePage() {
  const begin = useNewCertificate()
  // The form's initial values come from the server.
  return <IssueForm key={String(begin.pending)} begin={begin} />
}

function IssueForm({ begin }: { begin: NewCertificate }) {
  const { t } = useTranslation(['certificates', 'country', 'errors'])
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { setup, policy, replaces, replaced, refused } = begin
  const { company } = useViewer()
  const form = useForm(certificates.create, {
    initial: { ...begin.initial, ...(replaced?.tipo === 'self_issued' && { nombre: replaced.nombre }) },
    onDone: async ({ nombre }) => {
      await refresh(certificates.list, certificates.setup)
      toast({ text: t('alta.hecho', { nombre }) })
      await navigate(paths.certificates())
    },
  })
  const { nombre, cargo, pass, repass } = form.values
  const submit = async () => {
    if (form.check(pass === repass ? {} : { repass: t(`errors:${refusedCode('PASSWORD_REPEAT_DIFFERS')}`) }))
      await form.submit()
  }
  return (
    <FormPage
      title={t(replaces ? 'reemplazo.titulo' : 'alta.titulo')}
      back={{ to: paths.certificates(), label: t('titulo') }}
      desk={<SignaturePreview name={nombre} position={cargo} picture={form.file} />}
    >
      <FormShell
        form={{ ...form, submit }}
        loading={begin.pending}
        error={begin.error}
        onRetry={begin.retry}
        submit={t(replaces ? 'reemplazo.hacer' : 'crear')}
        shut={refused && t(`errors:${refused}`)}
        foot={
          setup &&
          !begin.pending && (
            <>
              <b>{t('alta.quedaran', { count: begin.active, maximo: setup.maximo })}</b>{' '}
              {t('alta.noSeGuarda')}
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
        {refused && <RefusedNotice why={t(`errors:${refused}`)} />}
        <ReplacedNotice replaced={replaced} />
        <FieldGrid title={t('alta.quien')}>
          <TextField form={form} name="nombre" label={t('alta.nombre')} />
          <TextField form={form} name="cargo" label={t('alta.cargo')} />
          <TextField form={form} name="mail" label={t('alta.correo')} inputMode="email" />
          <IdField form={form} name="cuil" label={t('country:cuil')} taxIdOf={company.pais} />
        </FieldGrid>
        <FileField form={form} label={t('alta.imagen')} help={t('alta.imagenAyuda')} />
        <CompanyFields form={form} setup={setup} />
        <NewPasswordFields form={form} policy={policy} />
        <CheckField form={form} name="responsabilidad" label={t('alta.responsabilidad')} />
      </FormShell>
    </FormPage>
  )
}
