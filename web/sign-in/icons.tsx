import {
  IconAlertCircle,
  IconCheck,
  IconCircleDot,
  IconClock,
  IconEye,
  IconEyeOff,
  IconFolder,
  IconLanguage,
  IconShieldCheck,
  IconX,
} from '@tabler/icons-react'

const made = (Mark: typeof IconCheck) =>
  function Made({ size = 18 }: { size?: number }) {
    return <Mark size={size} stroke={1.6} aria-hidden />
  }

export const Warning = made(IconAlertCircle)
export const Clock = made(IconClock)
export const Check = made(IconCheck)
export const Cross = made(IconX)
export const Dot = made(IconCircleDot)
export const Folder = made(IconFolder)
export const Language = made(IconLanguage)
export const Shield = made(IconShieldCheck)
export const Eye = made(IconEye)
export const EyeOff = made(IconEyeOff)
