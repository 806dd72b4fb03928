import { Accordion, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { usePages } from './usePages.ts'
import style from './Footer.module.css'

const questions = ['acceso', 'firma', 'correo'] as const

/**
 * Help, privacy and whose work this is. It stands at the menu's foot, where no screen loses height by it; of the
 * minimised menu one mark is left, and the rest is found in what it opens.
 */
export function Footer({ minimised }: { minimised: boolean }) {
  const { t } = useWords(['shell-frame', 'words'])
  const [helped, help] = useDisclosure()
  const pages = usePages()
  const year = new Date().getFullYear()
  const links = (
    <>
      {pages?.privacidad && (
        <a href={pages.privacidad} target="_blank" rel="noopener noreferrer">
          {t('pie.privacidad')}
        </a>
      )}
      {pages?.derechos ? (
        <a href={pages.derechos} target="_blank" rel="noopener noreferrer">
          {t('pie.derechos', { year })}
        </a>
      ) : (
        <span>{t('pie.derechos', { year })}</span>
      )}
    </>
  )
  return (
    <footer className={`${style.footer} flex wrap quiet`} data-minimised={minimised || undefined}>
      <Tooltip label={t('pie.ayuda')} position="right" disabled={!minimised}>
        <button
          type="button"
          className="focus-ring"
          aria-label={minimised ? t('pie.ayuda') : undefined}
          onClick={help.open}
        >
          {minimised ? <IconHelp size={19} aria-hidden /> : t('pie.ayuda')}
        </button>
      </Tooltip>
      {!minimised && links}
      <Dialog
        opened={helped}
        onClose={help.close}
        title={t('ayuda.titulo')}
        foot={
          <>
            {minimised && <span className={`${style.inDialog} flex gap-16 quiet`}>{links}</span>}
            <Button component={Link} to={paths.help()} onClick={help.close}>
              {t('guia.todas')}
            </Button>
            <Button onClick={help.close}>{t('words:accion.cerrar')}</Button>
          </>
        }
      >
        <Accordion
          defaultValue={questions[0]}
          order={3}
          classNames={{
            control: style.question ?? '',
            label: style.questionText ?? '',
            content: style.answer ?? '',
          }}
        >
          {questions.map((name) => (
            <Accordion.Item key={name} value={name}>
              <Accordion.Control>{t(`ayuda.${name}.pregunta`)}</Accordion.Control>
              <Accordion.Panel>{t(`ayuda.${name}.respuesta`)}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Dialog>
    </footer>
  )
}
