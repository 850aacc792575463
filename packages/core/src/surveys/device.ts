import type { Device } from '@chuma/contract/surveys/results'

/**
 * Read from the name of a browser what it runs on. Null: nothing that people hold, such as a script. An iPad that asks for desktop pages
 * says that it is a Mac.
 */
export function deviceOf(userAgent: string | null): Device | null {
  if (userAgent === null) return null
  const found = DEVICES.find(([, names]) => names.test(userAgent))
  return found?.[0] ?? null
}

/** The first that fits. Phones with Android say Mobile, tablets do not; Windows with a touch screen says Tablet PC. */
const DEVICES: readonly (readonly [Device, RegExp])[] = [
  ['tablet', /iPad|PlayBook|Kindle|Silk(?!.*Mobile)|Tablet(?! PC)|Android(?!.*Mobi)/i],
  ['phone', /Mobi|iPhone|iPod|Opera Mini|KAIOS|MIDP|Nokia|BlackBerry/i],
  ['desktop', /Windows NT|Macintosh|X11|CrOS/i],
]
