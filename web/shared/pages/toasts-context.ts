import { createContext } from 'react'
import type { toast, toastError } from './toasts.tsx'

/**
 * The page's toasts. Null on the employees' site, which has none: its acts display their outcome in place, and it loads
 * no notifications.
 */
export const ToastsContext = createContext<{
  toast: typeof toast
  toastError: typeof toastError
} | null>(null)
