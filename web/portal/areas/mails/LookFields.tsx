import { Button, Input, Switch } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { MailColours } from '#contract/custom-mails.ts'
import type { TextFault } from '#contract/rich-text.ts'
import { ColourInput } from '#web/shared/forms/ColourInput.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { errorLine } from '#web/shared/forms/fields.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { GalleryDialog } from './GalleryDialog.tsx'
import style from './mails.module.css'

interface PictureProps {
  picture: { id: number; nombre: string; direccion: string } | null
  onChange: (picture: { id: number; nombre: string; direccion: string } | null) => void
}

/** The picture at the head of a mail, from the company's gallery. */
export function PictureField({ picture, onChange }: PictureProps) {
  const { t } = useWords('mails')
  const [open, setOpen] = useState(false)
  return (
    <Input.Wrapper label={t('imagen.titulo')} labelElement="div" description={t('imagen.ayuda')}>
      <div className={`${style.chosen} row wrap gap-12`}>
        {picture && <img src={picture.direccion} alt="" />}
        <span className="grow">{picture ? picture.nombre : t('imagen.ninguna')}</span>
        {picture && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {t('imagen.quitar')}
          </Button>
        )}
        <Button leftSection={<IconPhoto size={18} aria-hidden />} onClick={() => setOpen(true)}>
          {t(picture ? 'imagen.cambiar' : 'imagen.elegir')}
        </Button>
      </div>
      {open && (
        <GalleryDialog
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            onChange(chosen)
            setOpen(false)
          }}
        />
      )}
    </Input.Wrapper>
  )
}

interface ColoursProps {
  colours: MailColours | null
  fault: TextFault | undefined
  onChange: (colours: MailColours | null) => void
}

/** Colours of this mail in place of the company's. */
export function ColourFields({ colours, fault, onChange }: ColoursProps) {
  const { t } = useWords(['mails', 'errors'])
  const { company } = useViewer()
  const { primario, secundario, titulo } = company.colores
  return (
    <div className="column gap-12">
      <Switch
        label={t('colores.propios')}
        description={t('colores.ayuda')}
        checked={colours !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { primario, secundario, titulo } : null)}
      />
      {colours && (
        <FieldGrid>
          {(['primario', 'secundario', 'titulo'] as const).map((name) => (
            <ColourInput
              key={name}
              label={t(`colores.${name}`)}
              value={colours[name]}
              pickLabel={t('colores.elegir', { color: t(`colores.${name}`) })}
              onChange={(colour) => onChange({ ...colours, [name]: colour })}
            />
          ))}
        </FieldGrid>
      )}
      {fault && (
        <Input.Error role="alert">
          {errorLine(t(`errors:${fault.code as 'BRAND_COLOUR_UNREADABLE'}`, fault.params ?? {}))}
        </Input.Error>
      )}
    </div>
  )
}
