/** The size of a string in UTF-8 bytes. A lone surrogate counts as the replacement character, three bytes. */
export function utf8Size(text: string): number {
  let size = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x8_00) size += 1;
    else if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) {
      size += 2;
      index += 1;
    } else size += 2;
  }
  return size;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit < 0xdc_00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit < 0xe0_00;
}
