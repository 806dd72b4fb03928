import { setNonce } from 'get-nonce'

/** The response's nonce, which styles made at run time carry. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

// react-remove-scroll, used by Mantine's modals, reads it from get-nonce.
setNonce(nonce)
