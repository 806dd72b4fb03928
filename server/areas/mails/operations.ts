export { addPicture, changePicture } from './gallery.ts'
export { saveFirstWords } from './saving.ts'
