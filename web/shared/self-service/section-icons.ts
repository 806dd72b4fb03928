import { IconBuildingBank, IconCamera, type Icon, IconId, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ChangeKind } from '#contract/self-service/self-service.ts'

/** The icon of each section of a person's own record, and of the picture. */
export const sectionIcons: Record<ChangeKind, Icon> = {
  address: IconMapPin,
  bank: IconBuildingBank,
  contact: IconPhone,
  identity: IconId,
  photo: IconCamera,
}
