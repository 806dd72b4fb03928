import { ActionIcon, Button, Input, Menu } from '@mantine/core'
import { IconBraces, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TextFault } from '#contract/rich-text.ts'
import { errorLine } from '../forms/fields.tsx'
import { useWords } from '../texts/useWords.ts'
import type { VariableChoice } from './editing.ts'

interface Props {
  id: string
  label: string
  help?: ReactNode
  fault: TextFault | undefined
  required: boolean
  children: ReactNode
}

/** Label, help and fault of a field that is an editor. */
export function FieldFrame({ id, label, help, fault, required, children }: Props) {
  const { t } = useWords('errors')
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={help}
      descriptionProps={{ id: `${id}-help` }}
      error={errorLine(fault && t(fault.code as 'TEXT_TOO_LONG', fault.params ?? {}))}
      errorProps={{ id: `${id}-fault` }}
      withAsterisk={required}
    >
      {children}
    </Input.Wrapper>
  )
}

/** The attributes by which a screen reader knows an editor as a field. */
export function fieldAttributes(
  id: string,
  { oneLine, fault, required }: { oneLine: boolean; fault: boolean; required: boolean },
) {
  return {
    id,
    role: 'textbox',
    'aria-multiline': String(!oneLine),
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${fault ? `${id}-fault ` : ''}${id}-help`,
    'aria-required': String(required),
    'aria-invalid': String(fault),
  }
}

interface MenuProps {
  variables: readonly VariableChoice[]
  onChoose: (name: string) => void
  /** The field in which it is inserted. */
  field: string
  small?: boolean
}

/** The variables of a mail with their examples, to be inserted where the cursor is. */
export function VariableMenu({ variables, onChoose, field, small = false }: MenuProps) {
  const { t } = useWords('rich-text')
  const label = t('dato.insertar', { campo: field })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {small ? (
          <ActionIcon aria-label={label} title={label}>
            <IconBraces size={18} />
          </ActionIcon>
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={label}
            leftSection={<IconBraces size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('dato.uno')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {variables.map(({ nombre, titulo, ejemplo }) => (
          <Menu.Item key={nombre} onClick={() => onChoose(nombre)}>
            {titulo} <span className="second">{ejemplo}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
