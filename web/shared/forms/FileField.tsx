import { Button, Input, Progress } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { IconFile } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Call, Upload } from '#contract/call.ts'
import { Trans, useWords } from '../texts/useWords.ts'
import { errorLine } from './fields.tsx'
import { sizeText } from '../texts/texts.ts'
import type { Form } from './useForm.ts'
import style from './FileField.module.css'

const types: Record<Upload['types'][number], { mime: string; word: string; endings?: string[] }> = {
  pdf: { mime: 'application/pdf', word: 'PDF' },
  png: { mime: 'image/png', word: 'PNG' },
  jpg: { mime: 'image/jpeg', word: 'JPG' },
  webp: { mime: 'image/webp', word: 'WebP' },
  xml: { mime: 'text/xml', word: 'XML' },
  p12: { mime: 'application/x-pkcs12', word: '.p12, .pfx', endings: ['.p12', '.pfx'] },
  csv: { mime: 'text/csv', word: 'CSV' },
  xlsx: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    word: 'XLSX',
    endings: ['.xlsx'],
  },
}

/**
 * The file of a call that carries one, or the one beside it: dropped or chosen, its type and size checked before
 * it is sent.
 */
export function FileField<C extends Call>({
  form,
  label,
  help,
  part = 'file',
  required,
  first = false,
}: {
  form: Form<C>
  label: string
  help?: string
  part?: 'file' | 'beside'
  /** Overrides the call's rule. */
  required?: boolean
  /** Takes the focus when its dialog opens. */
  first?: boolean
}) {
  const { t } = useWords()
  const [rejected, setRejected] = useState<string>()
  // Nothing can be dragged by a finger.
  const byFinger = useMediaQuery('(pointer: coarse)')
  const upload = part === 'file' ? form.call.upload : form.call.upload?.beside
  const chosen = form[part]
  // The control that was pressed is gone: the focus goes to the one in its place.
  const moves = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (moves.current) box.current?.querySelector<HTMLElement>('button, [tabindex="0"]')?.focus()
    moves.current = false
  }, [chosen])
  if (!upload) return null
  form.labels.set(upload.field, label)
  const id = `${form.id}-${upload.field}`
  const words = upload.types.map((type) => types[type].word).join(', ')
  const size = sizeText(upload.maxBytes)
  const reject = ([first]: FileRejection[]) =>
    setRejected(
      first?.errors[0]?.code === 'file-too-large'
        ? t('archivo.tamano', { tamano: size })
        : t('archivo.tipo', { tipos: words }),
    )
  const take = (file: File | null) => {
    moves.current = true
    setRejected(undefined)
    if (part === 'file') form.setFile(file)
    else form.setBeside(file)
  }
  const error = rejected ?? form.errors[upload.field]
  return (
    <Input.Wrapper
      ref={box}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
      description={help ?? t('archivo.hasta', { tipos: words, tamano: size })}
      required={required ?? upload.required}
      error={errorLine(error)}
    >
      {chosen ? (
        <div className={`${style.chosen} row gap-12`}>
          <IconFile size={20} aria-hidden />
          <span className={`${style.name} grow ellipsis`}>{chosen.name}</span>
          <span className="quiet figures">{sizeText(chosen.size)}</span>
          {form.progress === null ? (
            <Button id={id} size="compact-sm" onClick={() => take(null)} disabled={form.busy}>
              {t('accion.cambiar')}
            </Button>
          ) : (
            <span className="figures">
              {t('archivo.subiendo', { porcentaje: Math.round(form.progress * 100) })}
            </span>
          )}
          {form.progress !== null && (
            <Progress className={style.bar} value={form.progress * 100} aria-label={label} />
          )}
        </div>
      ) : (
        <Dropzone
          onDrop={([file]: File[]) => take(file ?? null)}
          onReject={reject}
          accept={Object.fromEntries(
            upload.types.map((type) => [types[type].mime, types[type].endings ?? []]),
          )}
          maxSize={upload.maxBytes}
          multiple={false}
          disabled={form.busy}
          activateOnClick
          // The area is the one control: the input in it takes no focus and has no name.
          inputProps={{ style: { display: 'none' } }}
          role="button"
          aria-labelledby={`${id}-label ${id}-invitation`}
          aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
          id={id}
          {...(first && { 'data-autofocus': true })}
          data-reject={error ? true : undefined}
        >
          <Dropzone.Accept>{t('archivo.soltar')}</Dropzone.Accept>
          <Dropzone.Idle>
            <span id={`${id}-invitation`} className={style.invitation}>
              {byFinger ? (
                <u>{t('archivo.elegir')}</u>
              ) : (
                <Trans t={t} i18nKey="archivo.arrastrar" components={{ 1: <u /> }} />
              )}
            </span>
          </Dropzone.Idle>
          <Dropzone.Reject>{t('archivo.tipo', { tipos: words })}</Dropzone.Reject>
        </Dropzone>
      )}
    </Input.Wrapper>
  )
}
