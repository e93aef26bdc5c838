fn main() {
    let context = toolgen_runtime::Context::new();
    let _ = toolgen_runtime::__private::Granted::new(&context);
}
