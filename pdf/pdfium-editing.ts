/**
 * PDFium's functions that edit pages and that the package exports without types. Handles and pointers are numbers;
 * functions that succeed or fail answer 1 or 0.
 */
export interface PdfiumEditing {
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
  _FPDFPage_RemoveObject(page: number, object: number): number
  _FPDFPage_InsertObjectAtIndex(page: number, object: number, index: number): number
  _FPDFPage_GenerateContent(page: number): number
  _FPDFPageObj_Destroy(object: number): void
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number
  _FPDFPageObj_SetMatrix(object: number, matrix: number): number
  _FPDFPageObj_CountMarks(object: number): number
  _FPDFPageObj_GetMark(object: number, index: number): number
  _FPDFPageObj_RemoveMark(object: number, mark: number): number
  _FPDFPageObjMark_GetName(mark: number, buffer: number, room: number, length: number): number
  _FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number
  _FPDFPageObj_SetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number
  _FPDFPageObj_GetStrokeColor(object: number, red: number, green: number, blue: number, alpha: number): number
  _FPDFPageObj_SetStrokeColor(object: number, red: number, green: number, blue: number, alpha: number): number
  _FPDFPageObj_GetStrokeWidth(object: number, width: number): number
  _FPDFPageObj_SetStrokeWidth(object: number, width: number): number
  _FPDFPageObj_GetLineJoin(object: number): number
  _FPDFPageObj_SetLineJoin(object: number, join: number): number
  _FPDFPageObj_GetLineCap(object: number): number
  _FPDFPageObj_SetLineCap(object: number, cap: number): number
  _FPDFPageObj_CreateNewPath(x: number, y: number): number
  _FPDFPath_CountSegments(path: number): number
  _FPDFPath_GetPathSegment(path: number, index: number): number
  _FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number
  _FPDFPathSegment_GetType(segment: number): number
  _FPDFPathSegment_GetClose(segment: number): number
  _FPDFPath_MoveTo(path: number, x: number, y: number): number
  _FPDFPath_LineTo(path: number, x: number, y: number): number
  _FPDFPath_BezierTo(
    path: number,
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    x3: number,
    y3: number,
  ): number
  _FPDFPath_Close(path: number): number
  _FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number
  _FPDFPath_SetDrawMode(path: number, fill: number, stroke: number): number
  _FPDFTextObj_GetFontSize(text: number, size: number): number
  _FPDFImageObj_SetBitmap(pages: number, count: number, image: number, bitmap: number): number
  _FPDFFormObj_CountObjects(form: number): number
  _FPDFFormObj_GetObject(form: number, index: number): number
}
