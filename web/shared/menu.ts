import {
  IconCertificate,
  IconFileText,
  IconHome,
  IconUpload,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { actions, type Need } from '#contract/actions.ts'
import { paths } from './paths.ts'
import type words from '#locales/es/shell.json'

export interface MenuEntry {
  label: keyof (typeof words)['menu']
  to: string
  icon: Icon
  need: Need
  /** How the addresses begin that belong to it, beside its own. */
  below?: string
}

export interface MenuGroup {
  /** Over its entries; the first group has none. */
  label?: keyof (typeof words)['menu']
  entries: readonly MenuEntry[]
}

/** The side menu. A viewer sees the entries that they may open, and a group only if it has one. */
export const menu: readonly MenuGroup[] = [
  {
    entries: [
      { label: 'inicio', to: paths.home(), icon: IconHome, need: 'hr' },
      {
        label: 'colaboradores',
        to: paths.employees(),
        icon: IconUsers,
        need: [actions.employees],
        below: '/employee',
      },
      {
        label: 'documentos',
        to: paths.documents(),
        icon: IconFileText,
        need: [actions.documentSearch],
        below: '/documents/detail',
      },
      { label: 'publicar', to: paths.publish(), icon: IconUpload, need: [actions.personalPublishing] },
    ],
  },
  {
    label: 'empresa',
    entries: [
      {
        label: 'certificados',
        to: paths.certificates(),
        icon: IconCertificate,
        need: [actions.certificates],
      },
    ],
  },
]
