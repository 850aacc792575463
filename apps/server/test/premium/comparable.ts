/** Mask ids, moments and random values, which differ between two worlds; everything else must be equal. */
export function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
      .replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z| [\d:]{8})/g, 'time')
      .replace(/"(secondsLeft|segment)":\d+/g, '"$1":0')
      .replace(/click=[\w-]{32}/g, 'click=reference')
      .replace(/\d{16}\.(p\d+|c)/g, 'place')
      .replace(/2547\d{8}/g, 'number')
      .replace(/(Saving|p\d+|id)@?[^",\\]*(example\.com)?/g, 'name'),
  )
}
