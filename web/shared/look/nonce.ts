import { setNonce } from 'get-nonce'

/** The response's nonce, which styles made at run time carry. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

// react-remove-scroll, below Mantine's modals, asks get-nonce.
setNonce(nonce)
