/** Stands for `FLOWGATE_BASE_PATH` in the built documentation, which is built once for all gateways. */
export const baseMark = '/__flowgate_base_path__';
