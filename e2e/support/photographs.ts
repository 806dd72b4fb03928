import sharp from 'sharp'

/** A photograph of a sheet as a phone takes it; another shade is another file. */
export async function photograph(shade: string) {
  const buffer = await sharp({ create: { width: 1500, height: 2000, channels: 3, background: shade } })
    .jpeg()
    .toBuffer()
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer }
}
