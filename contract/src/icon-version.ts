/** Icons made from the same picture have the same address, so browsers needn't ask for them again. */
export const iconVersion = ({ square_icon, favicon }: { square_icon: string; favicon: string }) =>
  (square_icon || favicon)
    .replace(/\.\w+$/, '')
    .replaceAll(/\W/g, '')
    .slice(-10) || '0'
