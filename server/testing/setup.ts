// Runs before each test file of the server.
import { endEachFile } from './after-file.ts'

endEachFile()
