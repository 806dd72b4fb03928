import { unzip } from './zips.ts'

/** The cells of a workbook's one sheet. */
export async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const xml = (await unzip(bytes)).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  const plain = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*?(?:\/>|t="inlineStr"><is><t[^>]*>(.*?)<\/t><\/is><\/c>)/gs)].map(
      ([, text = '']) => plain(text),
    ),
  )
}
