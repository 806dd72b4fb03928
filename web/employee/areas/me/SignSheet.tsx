import { Drawer, PasswordInput, Radio, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { longestComment, me, type MyDocument } from '#contract/me/me.ts'
import { places } from '#contract/places.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { bind, errorLine } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useDocumentName } from '#web/shared/mine/naming.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { ProviderProof } from '#web/shared/session/ProviderProof.tsx'
import { storedUser } from '#web/shared/session/session.ts'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm, type Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { ChooseDocuments, chosenOf } from './ChooseDocuments.tsx'
import style from './SignSheet.module.css'

interface Props {
  /** One, or several that were opened, of which some are chosen: these only conforme. */
  documents: readonly Pick<MyDocument, 'id' | 'tipo' | 'periodo' | 'etiqueta'>[]
  onClose: () => void
}

type Decision = 'conforme' | 'no_conforme'

/** The light pages load no schemas, so required fields are marked here. */
const needed = { required: true, withAsterisk: true }

/** The act of signing: the decision, none chosen beforehand, its reason, and the password again. */
export function SignSheet({ documents, onClose }: Props) {
  const { t } = useWords('me')
  const navigate = useNavigate()
  const refresh = useRefresh()
  const name = useDocumentName()
  const [first] = documents
  const several = documents.length > 1
  const form = useForm(me.sign, {
    initial: { ids: several ? [] : documents.map(({ id }) => id) },
    onDone: async (signed) => {
      // Navigate before refreshing, or the current screen would change under the reader.
      await navigate(employeePaths.signed(signed.map(({ id }) => id)), { replace: true })
      await refresh(me.documents, me.document, me.pdf, places.home)
    },
  })
  const { decision } = form.values
  const byProvider = storedUser()?.sso === true
  const count = chosenOf(form).length
  const title = several
    ? t('firma.tituloVarios')
    : t('firma.titulo', { documento: first ? lowerFirst(name(first)) : '' })
  return (
    <Sheet title={title} onClose={form.busy ? () => undefined : onClose}>
      <div className={`${style.sheet} column`}>
        <FormShell
          form={form}
          modal
          loading={false}
          error={null}
          submit={t(
            decision === 'conforme'
              ? several && count > 0
                ? 'firma.firmarVarios'
                : 'firma.firmarConforme'
              : decision === 'no_conforme'
                ? 'firma.firmarNoConforme'
                : 'firma.firmar',
            { count },
          )}
          shut={
            count === 0
              ? t('firma.faltanDocumentos')
              : !decision
                ? t(several ? 'firma.faltaConforme' : 'firma.faltaElegir')
                : byProvider && !form.values.sso
                  ? t('firma.faltaProveedor')
                  : undefined
          }
          foot={t('firma.noSeDeshace')}
        >
          {several && <ChooseDocuments form={form} documents={documents} />}
          <fieldset className={`${style.choice} column gap-12`}>
            <legend className="only-read-aloud">{t('firma.decision')}</legend>
            <Choice
              form={form}
              value="conforme"
              label={t('firma.conforme')}
              text={t('firma.conformeTexto')}
            />
            {several ? (
              <p className="second">{t('firma.soloConforme')}</p>
            ) : (
              <Choice
                form={form}
                value="no_conforme"
                label={t('firma.noConforme')}
                text={t('firma.noConformeTexto')}
              >
                <Reason form={form} />
              </Choice>
            )}
          </fieldset>
          {byProvider ? <Provider form={form} /> : <Password form={form} />}
        </FormShell>
      </div>
    </Sheet>
  )
}

interface ChoiceProps {
  form: Form<typeof me.sign>
  value: Decision
  label: string
  text: string
  /** Further fields of this choice, shown once it is selected. */
  children?: ReactNode
}

function Choice({ form, value, label, text, children }: ChoiceProps) {
  const chosen = form.values.decision === value
  return (
    <div className={style.card} data-chosen={chosen || undefined}>
      <Radio
        name={`${form.id}-decision`}
        value={value}
        checked={chosen}
        disabled={form.busy}
        label={label}
        description={text}
        onChange={() => {
          form.set('decision', value)
          // A reason belongs to the other decision alone.
          if (value === 'conforme') form.set('comment', undefined)
        }}
      />
      {chosen && children}
    </div>
  )
}

/** The password of the sign-in, again. */
function Password({ form }: { form: Form<typeof me.sign> }) {
  const { t } = useWords(['me', 'words'])
  const { password } = form.values
  return (
    <PasswordInput
      {...bind({ form, name: 'password', label: t('firma.contrasena'), help: t('firma.contrasenaAyuda') })}
      {...needed}
      value={typeof password === 'string' ? password : ''}
      onChange={(event) => form.set('password', event.currentTarget.value)}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('words:formulario.mostrar') }}
    />
  )
}

/** In its place, where a provider opened the session: a fresh sign-in there, which signs within a minute. */
function Provider({ form }: { form: Form<typeof me.sign> }) {
  const { t } = useWords('me')
  return (
    <>
      <ProviderProof onProof={(proof) => form.set('sso', proof)} />
      {Boolean(form.values.sso) && <p role="status">{t('firma.identificado')}</p>}
    </>
  )
}

/** Why not, which Human Resources reads and the signature carries. */
function Reason({ form }: { form: Form<typeof me.sign> }) {
  const { t } = useWords('me')
  const { comment } = form.values
  const text = typeof comment === 'string' ? comment : ''
  return (
    <Textarea
      {...bind({ form, name: 'comment', label: t('firma.motivo') })}
      {...needed}
      description={t('firma.motivoAyuda', { largo: text.length, maximo: longestComment })}
      error={errorLine(form.errors.comment)}
      value={text}
      onChange={(event) => form.set('comment', event.currentTarget.value)}
      rows={3}
      className={style.reason}
    />
  )
}

/** From the lower edge on a phone, and all of the screen while the keyboard is up; in the middle elsewhere. */
function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useWords()
  const wide = useMediaQuery('(min-width: 768px)', false, { getInitialValueInEffect: false })
  const height = useHeightAboveKeyboard()
  if (wide)
    return (
      <Dialog opened onClose={onClose} title={title}>
        {children}
      </Dialog>
    )
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="bottom"
      padding={0}
      size="auto"
      closeButtonProps={{ 'aria-label': t('accion.cerrar') }}
      classNames={{ content: style.content ?? '', header: style.header ?? '' }}
      {...(height !== null && { styles: { inner: { height, bottom: 'auto' }, content: { height } } })}
    >
      {children}
    </Drawer>
  )
}

/** Pixels that the keyboard leaves, or null while there is none. */
function useHeightAboveKeyboard(): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const measure = () => setHeight(seen.height < window.innerHeight * 0.8 ? Math.round(seen.height) : null)
    seen.addEventListener('resize', measure)
    return () => seen.removeEventListener('resize', measure)
  }, [])
  return height
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
