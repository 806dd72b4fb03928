import { Alert, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { employees } from '#contract/employees/employees.ts'
import type { DocumentType } from '#contract/folders/folders.ts'
import { type PublicationSetup, type Published, publishing } from '#contract/publishing/publishing.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { call } from '#web/shared/calls/call.ts'
import { CheckField, SelectField } from '#web/shared/forms/fields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { listText } from '#web/shared/texts/listText.ts'
import { monthText } from '#web/shared/texts/texts.ts'
import { type Form, useForm } from '#web/shared/forms/useForm.ts'
import { firstDaysWithin } from '#web/shared/texts/months.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FileOwner } from './FileOwner.tsx'
import { FirstPage } from './FirstPage.tsx'
import { type FoundEmployee, RecipientField } from './RecipientField.tsx'
import { useSigns } from '#web/shared/documents/CertificateFields.tsx'
import { SignDialog } from './SignDialog.tsx'
import { useReadFile } from './useReadFile.ts'
import { WaitingDocuments } from './WaitingDocuments.tsx'
import style from './PublishForm.module.css'

/** The initial values of the next publication. */
export interface Kept {
  tipo?: number
  periodo?: string
  firma_empresa?: boolean
  notificar?: boolean
}

interface Props {
  setup: PublicationSetup | undefined
  types: DocumentType[] | undefined
  kept: Kept
  error: unknown
  onRetry: () => void
  onDone: (published: Published, kept: Kept) => Promise<void>
}

/** One document to one person. Signing asks for certificate and password in a step of its own. */
export function PublishForm({ setup, types, kept, error, onRetry, onDone }: Props) {
  const { t, i18n } = useWords(['publishing', 'errors'])
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const canSign = setup?.certificate === 'active'
  const [person, setPerson] = useState<FoundEmployee | null>(null)
  const [signing, setSigning] = useState(false)
  const form = useForm(publishing.single, {
    initial: { notificar: true, ...kept, firma_empresa: canSign && (kept.firma_empresa ?? true) },
    onDone: async (published) => {
      setSigning(false)
      const { tipo, periodo, firma_empresa, notificar } = form.values
      await onDone(published, {
        tipo: Number(tipo),
        ...(typeof periodo === 'string' && { periodo }),
        firma_empresa: firma_empresa === true,
        notificar: notificar === true,
      })
    },
  })
  const { values, errors, failures, refusal } = form
  const type = types?.find(({ idSubCarpeta }) => String(idSubCarpeta) === String(values.tipo))
  const signs = useSigns(form)
  const needsMonth = type?.periodo !== false
  useConsistency(form, type)
  const { read, reading } = useReadFile(form.file)
  const named = read?.personas ?? []
  const isOwn = person !== null && named.length > 0 && named.every(({ cuil }) => cuil === person.cuil)
  const isAnothers = person !== null && named.length > 0 && !isOwn
  const months = needsMonth ? firstDaysWithin(setup?.periodos) : []
  // The one month of the file is proposed, where none was chosen.
  const [month, ...others] = (read?.meses ?? []).filter((one) => months.includes(one))
  const doubt =
    needsMonth &&
    typeof values.periodo === 'string' &&
    values.periodo &&
    read &&
    read.meses.length > 0 &&
    !read.meses.includes(values.periodo)
      ? t('leido.otroMes', { mes: listText(read.meses.map(monthText), i18n.language) })
      : undefined
  const effects = useEffects(person, type, values.notificar === true)
  const propose = useEffectEvent(() => {
    if (month && others.length === 0 && !form.values.periodo) form.set('periodo', month)
  })
  useEffect(() => propose(), [month, needsMonth])
  // Errors of fields on the page close the signing dialog, so that they can be mended there.
  const pageErrors = Object.fromEntries(
    Object.entries(errors).filter(([name]) => name !== 'certificado' && name !== 'password'),
  )
  const onPage = Object.keys(pageErrors).length > 0
  useEffect(() => {
    if (failures > 0 && (onPage || refusal)) setSigning(false)
  }, [failures, onPage, refusal])
  const submit = async () => {
    const missing = {
      ...(needsMonth && !values.periodo && { periodo: t('errors:SYSTEM_API_PARAMETER_REQUIRED') }),
      ...(type?.xml && !form.beside && { xml: t('errors:PUBLISH_XML_REQUIRED') }),
    }
    if (!form.check(missing)) return
    if (signs) setSigning(true)
    else await form.submit()
  }
  /** The recipient is searched again: they may have left since. */
  const choose = async (cuil: unknown) => {
    if (typeof cuil !== 'string' || !cuil) return
    const found = await call(employees.searchActive, { buscar: cuil, inactivos: true }).catch(() => [])
    const same = found.find((one) => one.cuil === cuil)
    if (same) setPerson(same)
    else form.set('cuil', '')
  }
  const required = (name: string) => (name === 'periodo' ? needsMonth : form.required(name))
  const pageForm = { ...form, submit, required, errors: pageErrors }
  return (
    <FormPage title={t('titulo')} desk={<FirstPage file={form.file} />}>
      <FormShell
        form={pageForm}
        loading={!setup || !types}
        error={error}
        onRetry={onRetry}
        submit={
          isAnothers
            ? t('publicarIgual', { nombre: person.nombre })
            : signs
              ? `${t('publicarYFirmar')}…`
              : t('publicar')
        }
        isAgainst={isAnothers}
        foot={
          <Foresight
            person={person}
            type={type}
            file={form.file}
            lacksMonth={needsMonth && !values.periodo}
            effects={effects}
          />
        }
      >
        <Draft
          form={form}
          name="publish.single"
          without={['certificado']}
          onRecover={({ cuil }) => void choose(cuil)}
        />
        {setup && <WaitingDocuments setup={setup} />}
        {setup && !canSign && <NoSignature setup={setup} />}
        <RecipientField form={form} chosen={person} onChoose={setPerson} />
        <FieldGrid>
          <SelectField
            form={pageForm}
            name="tipo"
            label={t('tipo')}
            data={(types ?? []).map(({ idSubCarpeta, name }) => ({
              value: String(idSubCarpeta),
              label: name,
            }))}
            searchable
          />
          <SelectField
            form={pageForm}
            name="periodo"
            label={t('periodo')}
            {...(!needsMonth && { help: t('sinPeriodo'), locked: true })}
            {...(doubt && { help: <span className={style.doubt}>{doubt}</span> })}
            data={needsMonth ? months.map((one) => ({ value: one, label: monthText(one) })) : []}
          />
        </FieldGrid>
        <FileField form={form} label={t('archivo')} />
        <FileOwner
          read={read}
          reading={reading}
          agrees={isOwn}
          chosen={person !== null}
          onTake={({ cuil }) => {
            form.set('cuil', cuil)
            void choose(cuil)
          }}
          onChange={() => form.setFile(null)}
        />
        {phone && form.file && (
          <div className={style.phonePage}>
            <FirstPage file={form.file} />
          </div>
        )}
        {type?.xml && <FileField form={form} part="beside" label={t('xml')} help={t('xmlAyuda')} required />}
        <CheckField
          form={form}
          name="firma_empresa"
          label={t('firmaEmpresa')}
          help={signs && type ? t(type.posicion ? 'firmaEnSuLugar' : 'firmaAlPie') : t('firmaEmpresaAyuda')}
          shut={setup && !canSign ? t(`sinFirma.${lackOf(setup)}`) : undefined}
        />
        <CheckField
          form={form}
          name="notificar"
          label={t('notificar')}
          help={person && !person.con_mail ? t('sinCorreo') : undefined}
          shut={type && !type.visible ? t('noVisible') : undefined}
        />
      </FormShell>
      <SignDialog
        form={form}
        opened={signing && form.toConfirm.length === 0}
        certificates={setup?.certificados ?? []}
        what={[type?.name, needsMonth && typeof values.periodo === 'string' && monthText(values.periodo)]
          .filter(Boolean)
          .join(' · ')}
        to={person?.nombre ?? ''}
        effects={effects}
        doubt={doubt}
        onClose={() => setSigning(false)}
      />
    </FormPage>
  )
}

/** Clears the choices that another choice rules out: the server refuses contradictions. */
function useConsistency(form: Form<typeof publishing.single>, type: DocumentType | undefined) {
  const { values, set, beside, setBeside } = form
  useEffect(() => {
    if (beside && type && !type.xml) setBeside(null)
    if (type?.periodo === false && values.periodo) set('periodo', '')
    if (type?.visible === false && values.notificar === true) set('notificar', false)
  })
}

/** The effects of publishing in whole sentences: the signature that is asked for, and the mail. */
function useEffects(person: FoundEmployee | null, type: DocumentType | undefined, notifies: boolean): string {
  const { t } = useWords('publishing')
  const mails = notifies && person?.con_mail === true
  return `${t(type?.firmable ? 'pie.firma' : 'pie.lee')} ${t(mails ? 'pie.correo' : 'pie.sinAviso')}`
}

/** Why there is no signature, and what can be done about it. */
function NoSignature({ setup }: { setup: PublicationSetup }) {
  const { t } = useWords('publishing')
  return (
    <Alert color="warn" icon={<IconAlertTriangle size={18} />}>
      <p className={style.warning}>
        <b>{t(`sinFirma.${lackOf(setup)}`)}</b> {t('sinFirma.texto')}{' '}
        {!setup.mayConfigure && t('sinFirma.quien')}
      </p>
      {setup.mayConfigure && (
        <Button component={Link} to={paths.certificateCreate()} size="compact-sm">
          {t('sinFirma.configurar')}
        </Button>
      )}
    </Alert>
  )
}

interface ForesightProps {
  person: FoundEmployee | null
  type: DocumentType | undefined
  file: File | null
  lacksMonth: boolean
  effects: string
}

/** A summary of the publication in two lines. */
function Foresight({ person, type, file, lacksMonth, effects }: ForesightProps) {
  const { t, i18n } = useWords('publishing')
  const { company } = useViewer()
  const missing = [
    ...(person ? [] : [t('pie.colaborador')]),
    ...(type ? [] : [t('pie.tipo')]),
    ...(lacksMonth ? [t('pie.periodo')] : []),
    ...(file ? [] : [t('pie.archivo')]),
  ]
  if (!person || !type || !file || lacksMonth)
    return <>{t('pie.falta', { que: listText(missing, i18n.language) })}</>
  return (
    <>
      <b>{t('pie.aQuien', { nombre: person.nombre, empresa: company.nombre })}</b>
      <br />
      {effects}
    </>
  )
}

function lackOf({ certificate }: PublicationSetup): 'none' | 'expired' {
  return certificate === 'expired' ? 'expired' : 'none'
}
