export { adjust, turnOn } from './configuration.ts'
export { ownChange } from './deciding.ts'
export { freezeByLink } from './guard.ts'
export { proposeAddress, proposeSection } from './proposing.ts'
