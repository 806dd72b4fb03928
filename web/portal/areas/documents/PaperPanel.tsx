import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { papers, type Paper } from '#contract/papers.ts'
import { call } from '#web/shared/calls/call.ts'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { SelectField } from '#web/shared/forms/fields.tsx'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { giveBack } from '#web/shared/calls/files.ts'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { Facts } from '#web/shared/pages/pages.tsx'
import { dateText, instantText, useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Fingerprint } from './DocumentFacts.tsx'
import style from './DocumentPage.module.css'

/** The scans of a signature on paper, and the way to attach one. */
export function PaperPanel({ id }: { id: number }) {
  const { t } = useWords('papers')
  const { data } = useCall(papers.list, { id })
  const may = useMay(papers.attach.need)
  const [attaching, setAttaching] = useState(false)
  if (!data || (data.papeles.length === 0 && !(data.admite && may))) return null
  const isFirst = data.papeles.length === 0
  return (
    <section className={`${style.papers} column gap-10`} aria-labelledby="papers">
      <h2 id="papers">{t('titulo')}</h2>
      {data.papeles.map((paper) => (
        <Shown key={paper.id} document={id} paper={paper} />
      ))}
      {data.admite && may && (
        <>
          {isFirst && <p className="second">{t('texto')}</p>}
          <Button
            variant={isFirst ? 'default' : 'subtle'}
            leftSection={<IconPaperclip size={18} aria-hidden />}
            onClick={() => setAttaching(true)}
          >
            {isFirst ? t('adjuntar') : t('adjuntarOtro')}
          </Button>
        </>
      )}
      {attaching && <Attach id={id} onClose={() => setAttaching(false)} />}
    </section>
  )
}

function Shown({ document, paper }: { document: number; paper: Paper }) {
  const { t } = useWords(['papers', 'words'])
  const { company } = useViewer()
  const errorText = useErrorText()
  const { id, decision, fecha, adjunto, adjunto_por: quien, huella } = paper
  const open = async () => {
    // Opened in the act itself: a tab that opens later is held back.
    const tab = window.open('', '_blank')
    try {
      const scan = await call(papers.file, { id: document, papel: id })
      const address = URL.createObjectURL(scan)
      if (tab) tab.location.href = address
      giveBack(address)
    } catch (error) {
      tab?.close()
      toastError({ text: errorText(error) })
    }
  }
  return (
    <>
      <Facts
        of={[
          [t('decision'), <b key="decision">{t('enPapel', { decision: t(`words:firma.${decision}`) })}</b>],
          [t('fecha'), dateText(fecha)],
          [t('archivo'), t('adjunto', { quien, cuando: instantText(adjunto, company.zona) })],
          [t('huella'), <Fingerprint key="huella" of={huella} />],
        ]}
      />
      <Button onClick={() => void open()}>{t('ver')}</Button>
    </>
  )
}

function Attach({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useWords('papers')
  const refresh = useRefresh()
  const form = useForm(papers.attach, {
    initial: { id },
    onDone: async () => {
      await refresh(papers.list)
      onClose()
    },
  })
  return (
    <Dialog opened onClose={form.busy ? () => undefined : onClose} title={t('adjuntarTitulo')}>
      <FormShell form={form} modal loading={false} error={null} submit={t('adjuntarYa')} onCancel={onClose}>
        <FileField form={form} label={t('archivo')} />
        <SelectField
          form={form}
          name="decision"
          label={t('decision')}
          data={[
            { value: 'conforme', label: t('conforme') },
            { value: 'no_conforme', label: t('no_conforme') },
          ]}
        />
        <DateField form={form} name="fecha" label={t('fecha')} />
      </FormShell>
    </Dialog>
  )
}
